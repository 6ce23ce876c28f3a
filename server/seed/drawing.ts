// Own drawings of garments, no photographs.
import type { Color, Shape } from './goods.ts'

export const colorsOf: Readonly<Record<Shape, readonly Color[]>> = {
  jacket: ['黒', '紺', 'ベージュ', 'グレー', 'カーキ'],
  coat: ['黒', '紺', 'ベージュ', 'グレー', 'カーキ'],
  knit: ['白', 'グレー', '紺', '赤', '緑'],
  shirt: ['白', '青', '黒', 'ベージュ'],
  dress: ['黒', '紺', 'ベージュ', '赤', '緑'],
  bottoms: ['紺', '黒', 'ベージュ'],
  bag: ['黒', '茶', 'ベージュ', '赤'],
  wallet: ['黒', '茶', '赤'],
  shoes: ['黒', '茶', '白'],
  watch: ['グレー'],
  ring: ['グレー'],
}

const tones: Readonly<Record<Color, string>> = {
  黒: '#2b2b2f',
  紺: '#27365a',
  白: '#ece9e2',
  ベージュ: '#cdb898',
  グレー: '#8d9096',
  茶: '#7a5236',
  カーキ: '#6c6b4a',
  赤: '#9c3037',
  青: '#7d9cc4',
  緑: '#3f6650',
}

export const width = 960
export const height = 1200

export function shade(hex: string, by: number): string {
  const target = by > 0 ? 255 : 0
  const parts = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
  const mixed = parts.map((part) => Math.round(part + (target - part) * Math.abs(by)))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

interface Ink {
  fill: string
  line: string
  light: string
  dark: string
}

function inkOf(color: Color): Ink {
  const fill = tones[color]
  const isDark = color === '黒' || color === '紺'
  return {
    fill,
    line: shade(fill, isDark ? 0.32 : -0.32),
    light: shade(fill, isDark ? 0.14 : 0.28),
    dark: shade(fill, -0.28),
  }
}

function page(content: string, ink: Ink, table = '#dedad3'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 960 1200">
<defs>
<radialGradient id="table" cx="38%" cy="30%" r="95%"><stop offset="0" stop-color="${shade(table, 0.55)}"/><stop offset="1" stop-color="${table}"/></radialGradient>
<linearGradient id="cloth" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${ink.light}"/><stop offset=".45" stop-color="${ink.fill}"/><stop offset="1" stop-color="${ink.dark}"/></linearGradient>
<linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f4f5f6"/><stop offset=".5" stop-color="#a9adb3"/><stop offset="1" stop-color="#e3e5e8"/></linearGradient>
<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter>
</defs>
<rect width="960" height="1200" fill="url(#table)"/>${content}</svg>`
}

const path = (d: string, more: string) => `<path d="${d}" ${more}/>`
const filled = (d: string, ink: Ink, width = 3) =>
  path(d, `fill="url(#cloth)" stroke="${ink.line}" stroke-width="${width}" stroke-linejoin="round"`)
const line = (d: string, ink: Ink, more = '', thick = 3) =>
  path(d, `fill="none" stroke="${ink.line}" stroke-width="${thick}" stroke-linecap="round" ${more}`)
const stitch = (d: string, ink: Ink) => line(d, ink, 'stroke-dasharray="9 8" opacity=".65"')
const shadow = (d: string) =>
  `<g transform="translate(14 22)" opacity=".28" filter="url(#soft)">${path(d, 'fill="#2a2620"')}</g>`
const dots = (points: readonly (readonly [number, number])[], ink: Ink, radius = 9) =>
  points
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink.dark}" stroke="${ink.line}" stroke-width="2"/>`,
    )
    .join('')
const label = (x: number, y: number) =>
  `<rect x="${x - 38}" y="${y}" width="76" height="34" rx="3" fill="#f7f5ef" stroke="#b9b3a6"/><path d="M${x - 22} ${y + 17}h44" stroke="#8a8476" stroke-width="3"/>`

function upper(
  ink: Ink,
  options: { hem: number; wide: number; open: boolean; collar: 'lapel' | 'round' | 'high' | 'shirt' },
) {
  const { hem, wide } = options
  const body = `M380 210 L255 265 Q235 275 226 300 L120 690 Q114 712 136 718 L212 738 Q232 742 238 722 L300 520 L${300 - wide} ${hem} Q480 ${hem + 26} ${660 + wide} ${hem} L660 520 L722 722 Q728 742 748 738 L824 718 Q846 712 840 690 L734 300 Q725 275 705 265 L580 210 Q480 262 380 210Z`
  const folds =
    line(`M318 560 Q340 690 330 ${hem - 60}`, ink, 'opacity=".4"') +
    line(`M640 560 Q616 700 632 ${hem - 60}`, ink, 'opacity=".4"') +
    stitch(`M140 690 L222 712`, ink) +
    stitch(`M738 712 L820 690`, ink) +
    stitch(`M${306 - wide} ${hem - 18} Q480 ${hem + 8} ${654 + wide} ${hem - 18}`, ink)
  const middle = options.open ? line(`M480 300 L480 ${hem + 12}`, ink) : ''
  return shadow(body) + filled(body, ink) + folds + middle + collarOf(ink, options.collar) + label(480, 232)
}

function collarOf(ink: Ink, collar: 'lapel' | 'round' | 'high' | 'shirt'): string {
  switch (collar) {
    case 'lapel':
      return (
        filled('M392 206 L480 430 L430 400 L412 340 L360 330 L372 220Z', ink) +
        filled('M568 206 L480 430 L530 400 L548 340 L600 330 L588 220Z', ink)
      )
    case 'shirt':
      return (
        filled('M392 206 L480 262 L436 320 L370 232Z', ink) +
        filled('M568 206 L480 262 L524 320 L590 232Z', ink)
      )
    case 'high':
      return filled('M384 214 Q382 150 410 142 Q480 160 550 142 Q578 150 576 214 Q480 262 384 214Z', ink)
    default:
      return line('M384 212 Q480 306 576 212', ink, 'opacity=".55"', 14)
  }
}

function ribs(from: number, to: number, y: number, tall: number, ink: Ink): string {
  let d = ''
  for (let x = from; x <= to; x += 14) d += `M${x} ${y}v${tall}`
  return line(d, ink, 'opacity=".45"')
}

function bag(ink: Ink): string {
  const body = 'M230 520 H730 L782 960 Q786 1000 746 1000 H214 Q174 1000 178 960Z'
  const handle = 'M340 530 Q340 270 480 270 Q620 270 620 530'
  return (
    shadow(body) +
    path(handle, `fill="none" stroke="${ink.dark}" stroke-width="30"`) +
    path(handle, `fill="none" stroke="${ink.light}" stroke-width="8" opacity=".5"`) +
    filled(body, ink, 4) +
    stitch('M246 540 H714 L762 954 Q764 980 740 980 H220 Q196 980 198 954Z', ink) +
    `<rect x="436" y="590" width="88" height="58" rx="10" fill="url(#metal)" stroke="#7f848b"/>` +
    dots(
      [
        [340, 548],
        [620, 548],
      ],
      { ...ink, dark: '#c9b37a', line: '#8d7843' },
      13,
    )
  )
}

function wallet(ink: Ink): string {
  const body = 'M190 430 Q190 400 220 400 H740 Q770 400 770 430 V800 Q770 830 740 830 H220 Q190 830 190 800Z'
  return (
    shadow(body) +
    filled(body, ink, 4) +
    stitch(
      'M212 432 Q212 422 224 422 H736 Q748 422 748 432 V798 Q748 808 736 808 H224 Q212 808 212 798Z',
      ink,
    ) +
    line('M190 640 H770', ink, 'opacity=".6"') +
    `<rect x="452" y="616" width="56" height="48" rx="8" fill="url(#metal)" stroke="#7f848b"/>`
  )
}

function shoes(ink: Ink): string {
  const one =
    'M150 640 Q160 470 236 430 L318 440 Q340 560 420 600 L620 668 Q704 700 706 760 L704 790 H150 Q132 740 150 640Z'
  const shoe =
    shadow(one) +
    filled(one, ink, 4) +
    path('M140 790 H708 Q716 830 690 834 H158 Q138 832 140 790Z', `fill="${shade(ink.dark, -0.4)}"`) +
    stitch('M158 770 H694', { ...ink, line: '#d8b64a' }) +
    line('M330 500 L392 470 M352 548 L414 516 M388 588 L446 556', ink, '', 8)
  return `<g transform="translate(70 -120) scale(.9)">${shoe}</g><g transform="translate(180 190) scale(.9)">${shoe}</g>`
}

function watch(ink: Ink): string {
  const strap = 'M410 120 H550 L566 430 H394Z M394 770 H566 L550 1090 H410Z'
  const ticks = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6
    const [x, y] = [480 + Math.sin(angle) * 142, 600 - Math.cos(angle) * 142]
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="7" fill="#33363b"/>`
  }).join('')
  return (
    shadow(strap) +
    path(strap, `fill="#3b2e26" stroke="#5a463a" stroke-width="3"`) +
    shadow('M290 600 a190 190 0 1 0 380 0 a190 190 0 1 0 -380 0Z') +
    `<circle cx="480" cy="600" r="196" fill="url(#metal)" stroke="${ink.line}"/><circle cx="480" cy="600" r="166" fill="#f6f4ee"/>` +
    ticks +
    `<path d="M480 600 L408 540 M480 600 L566 548" stroke="#26282c" stroke-width="10" stroke-linecap="round"/><circle cx="480" cy="600" r="10" fill="#26282c"/>`
  )
}

function ring(): string {
  return `${shadow('M320 660 a160 160 0 1 0 320 0 a160 160 0 1 0 -320 0Z')}<circle cx="480" cy="660" r="150" fill="none" stroke="url(#metal)" stroke-width="46"/><circle cx="480" cy="660" r="173" fill="none" stroke="#8f949b" stroke-width="2"/><circle cx="480" cy="660" r="127" fill="none" stroke="#8f949b" stroke-width="2"/>`
}

function dress(ink: Ink): string {
  const body =
    'M392 190 Q380 300 352 380 Q300 520 232 1030 Q480 1080 728 1030 Q660 520 608 380 Q580 300 568 190 L528 190 Q480 270 432 190Z'
  const pleats = Array.from({ length: 17 }, (_, index) => {
    const [top, bottom] = [366 + index * 14.3, 250 + index * 28.8]
    return `M${top.toFixed(0)} 430 Q${((top + bottom) / 2).toFixed(0)} 700 ${bottom.toFixed(0)} 1034`
  }).join('')
  return (
    shadow(body) +
    filled(body, ink) +
    line(pleats, ink, 'opacity=".38"') +
    line('M356 392 Q480 420 604 392', ink)
  )
}

function bottoms(ink: Ink): string {
  const body = 'M330 180 H630 L690 1040 Q620 1062 548 1046 L486 470 L416 1046 Q340 1062 270 1040Z'
  return (
    shadow(body) +
    filled(body, ink) +
    stitch('M326 236 H636', ink) +
    stitch('M344 250 Q352 330 398 340', ink) +
    stitch('M616 250 Q608 330 562 340', ink) +
    line('M480 182 V420', ink) +
    dots([[480, 208]], { ...ink, dark: '#b98f52', line: '#7f5f30' }, 12)
  )
}

export function drawing(shape: Shape, color: Color): string {
  const ink = inkOf(color)
  const content: Record<Shape, () => string> = {
    jacket: () =>
      upper(ink, { hem: 880, wide: 4, open: true, collar: 'lapel' }) +
      dots(
        [
          [500, 520],
          [500, 640],
          [500, 760],
        ],
        ink,
      ) +
      stitch('M330 720 H430 V820 H330Z', ink) +
      stitch('M530 720 H630 V820 H530Z', ink),
    coat: () =>
      upper(ink, { hem: 1060, wide: 44, open: true, collar: 'shirt' }) +
      dots(
        [
          [500, 420],
          [500, 560],
          [500, 700],
          [500, 840],
        ],
        ink,
        11,
      ) +
      stitch('M322 700 L400 740 M638 700 L560 740', ink),
    knit: () =>
      upper(ink, { hem: 860, wide: 0, open: false, collar: 'round' }) +
      ribs(304, 656, 820, 50, ink) +
      ribs(330, 630, 420, 380, { ...ink, line: ink.light }),
    shirt: () =>
      upper(ink, { hem: 900, wide: 8, open: true, collar: 'shirt' }) +
      dots(
        [360, 460, 560, 660, 760].map((y) => [480, y] as const),
        { ...ink, dark: '#f3f1ea' },
        7,
      ) +
      stitch('M548 420 H630 V520 L589 548 L548 520Z', ink),
    dress: () => dress(ink),
    bottoms: () => bottoms(ink),
    bag: () => bag(ink),
    wallet: () => wallet(ink),
    shoes: () => shoes(ink),
    watch: () => watch(ink),
    ring: () => ring(),
  }
  return page(content[shape](), ink)
}

export type Surface = 'cloth' | 'leather' | 'metal'

export const surfaceOf = (shape: Shape): Surface =>
  shape === 'watch' || shape === 'ring'
    ? 'metal'
    : shape === 'bag' || shape === 'wallet' || shape === 'shoes'
      ? 'leather'
      : 'cloth'

/** Where the flaw of a close-up is, in thousandths of the picture. */
export const flawMark = { x: 547, y: 500, r: 134 }

export function closeUp(surface: Surface, color: Color, flaw: string | null): string {
  const ink = inkOf(color)
  let weave = ''
  const step = surface === 'cloth' ? 22 : 46
  for (let at = -1200; at < 1200; at += step) {
    weave += `M${at} 0 L${at + 1200} 1200`
    if (surface === 'cloth') weave += `M${at + 1200} 0 L${at} 1200`
  }
  const grain = line(weave, ink, `opacity="${surface === 'metal' ? 0.1 : 0.22}"`)
  const seam = stitch('M120 0 Q190 600 130 1200', ink) + line('M150 0 Q220 600 160 1200', ink)
  const marks: Record<string, string> = {
    cloth: `<g fill="${shade(ink.fill, 0.5)}" opacity=".85"><circle cx="520" cy="590" r="16"/><circle cx="566" cy="622" r="12"/><circle cx="490" cy="640" r="10"/><circle cx="545" cy="560" r="8"/></g>`,
    leather: `<path d="M450 560 L590 650 M476 540 L560 600" stroke="${shade(ink.fill, 0.55)}" stroke-width="9" stroke-linecap="round"/>`,
    metal: `<path d="M456 570 L584 640 M500 548 L560 586" stroke="#f7f8f9" stroke-width="5" stroke-linecap="round"/>`,
  }
  const middle = flaw ? marks[surface] : label(480, 560)
  const base = surface === 'metal' ? 'url(#metal)' : 'url(#cloth)'
  return page(`<rect width="960" height="1200" fill="${base}"/>${grain}${seam}${middle}`, ink)
}

/** As the carrier brought it, with its slip. */
export function closedBox(variant: number): string {
  const wet =
    variant % 2 === 1
      ? path('M300 430 q90 -70 170 10 q60 90 -50 130 q-130 20 -120 -140Z', 'fill="#8a643d" opacity=".45"')
      : ''
  const lines = [0, 1, 2, 3]
    .map((line) =>
      path(
        `M340 ${480 + line * 46} H${600 - ((line * 53 + variant * 31) % 120)}`,
        'stroke="#59636e" stroke-width="9"',
      ),
    )
    .join('')
  return page(
    `${shadow('M110 270 H850 V980 H110Z')}${path('M130 260 H830 V960 H130Z', 'fill="#b98d5e" stroke="#8d673f" stroke-width="5"')}${path('M440 260 H520 V960 H440Z', 'fill="#d8bd92" opacity=".75"')}<rect x="300" y="420" width="360" height="260" rx="6" fill="#fbfaf6" stroke="#c9c4b8" stroke-width="3"/>${lines}${wet}`,
    inkOf('ベージュ'),
    '#cfcac1',
  )
}

export function openedBox(variant: number): string {
  const ink = inkOf('ベージュ')
  const stack = (['紺', 'グレー', '赤', '茶', '緑'] as const)
    .map((_, index, all) => all[(index + variant) % all.length] as Color)
    .map((color, index) => {
      const pile = inkOf(color)
      const y = 380 + index * 92
      return `<rect x="${250 + ((index * 37 + variant * 23) % 40)}" y="${y}" width="430" height="120" rx="34" fill="${pile.fill}" stroke="${pile.line}" stroke-width="3"/>${stitch(`M290 ${y + 60} H640`, pile)}`
    })
    .join('')
  const box = 'M180 300 H780 V920 H180Z'
  return page(
    `${shadow('M80 240 H880 V990 H80Z')}${path('M180 300 L70 210 H890 L780 300Z M180 920 L70 1010 H890 L780 920Z M180 300 L60 330 V890 L180 920Z M780 300 L900 330 V890 L780 920Z', 'fill="#b98d5e" stroke="#8d673f" stroke-width="4"')}${path(box, 'fill="#8a643d"')}${stack}${path(box, 'fill="none" stroke="#6f4f2e" stroke-width="10"')}`,
    ink,
    '#cfcac1',
  )
}
