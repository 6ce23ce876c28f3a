import { drawingSVG, qrcode } from 'bwip-js/browser'

/** Returns a data URL of an SVG, which prints sharp at any size. */
export function qrPicture(text: string): string {
  const svg = qrcode({ bcid: 'qrcode', text, scale: 3 }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
