import { drawingSVG, qrcode } from 'bwip-js/browser'

/** A QR code as the address of a picture; drawn as lines, so it prints sharp at any size. */
export function qrPicture(text: string): string {
  const svg = qrcode({ bcid: 'qrcode', text, scale: 3 }, drawingSVG())
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
