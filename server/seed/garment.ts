// Articles drawn alone on a warm ground, lit from the upper left. One filter gives every part volume and weave.
import type { Shape } from './goods.ts'

/** The filter lights a part as cloth or leather; `drop` is the shadow on the ground, `edge` that of a layer above. */
export const garmentDefs = `<filter id="part" x="-.1" y="-.1" width="1.2" height="1.2" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="4" result="a"/><feTurbulence baseFrequency=".022 .005" numOctaves="2" seed="4" type="fractalNoise"/><feComposite in2="a" operator="arithmetic" k2=".9" k3=".5"/><feGaussianBlur stdDeviation="1.5"/><feDiffuseLighting surfaceScale="14" diffuseConstant="1.18" lighting-color="#fff8ee"><feDistantLight azimuth="228" elevation="54"/></feDiffuseLighting><feBlend in="SourceGraphic" mode="multiply" result="l"/><feTurbulence baseFrequency=".7 1.1" numOctaves="2" type="fractalNoise" seed="2"/><feColorMatrix values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 .55 .3 0 0 -.3"/><feBlend in2="l" mode="soft-light"/><feComposite in2="SourceAlpha" operator="in"/></filter><filter id="drop" x="-.3" y="-.3" width="1.8" height="1.8"><feDropShadow dx="7" dy="11" stdDeviation="9" flood-color="#3a2e1c" flood-opacity=".4"/></filter><filter id="edge" x="-.3" y="-.3" width="1.6" height="1.6"><feDropShadow dx=".6" dy="1.4" stdDeviation="1.2" flood-opacity=".5"/></filter><filter id="haze" x="-.5" y="-.5" width="2" height="2"><feGaussianBlur stdDeviation="3"/></filter><radialGradient id="ground" cx=".35" cy=".2" r=".95"><stop offset="0" stop-color="#f8f4ed"/><stop offset=".6" stop-color="#e6dfd2"/><stop offset="1" stop-color="#d6cdbd"/></radialGradient><linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f7f8f9"/><stop offset=".45" stop-color="#b4b8be"/><stop offset=".6" stop-color="#8f949b"/><stop offset="1" stop-color="#dfe2e6"/></linearGradient>`

export interface Cloth {
  fill: string
  /** A layer above: lapels, pockets, flaps. */
  upper: string
  /** Inside and in folds. */
  deep: string
  line: string
}

const part = (d: string, fill: string) => `<path d="${d}" fill="${fill}" filter="url(#part)"/>`
const layer = (d: string, fill: string) => `<g filter="url(#edge)">${part(d, fill)}</g>`
const line = (d: string, color: string, width = 0.8, opacity = 0.7, more = '') =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" opacity="${opacity}" ${more || 'stroke-linecap="round"'}/>`
const folds = (d: string, { deep }: Cloth, width = 5) =>
  `<path d="${d}" fill="none" stroke="${deep}" stroke-width="${width}" opacity=".42" filter="url(#haze)"/>`
const mirrored = (content: string) => `${content}<g transform="matrix(-1 0 0 1 200 0)">${content}</g>`
const buttons = (points: readonly (readonly [number, number])[], fill: string, rim: string, radius = 2.6) =>
  `<g filter="url(#edge)">${points
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${rim}" stroke-width=".6"/>`,
    )
    .join('')}</g>`
const ribs = (d: string, { deep }: Cloth, width: number) =>
  line(d, deep, width, 0.4, 'stroke-dasharray="1 1.7"')
const onGround = (content: string) => `<g filter="url(#drop)">${content}</g>`
const label = (x: number, y: number) =>
  `<path d="M${x - 9} ${y}h18v7.5h-18z" fill="#f3eee3" filter="url(#edge)"/>${line(`M${x - 5.5} ${y + 3.8}h11`, '#8a8476', 0.9)}`

const hanger = `<path d="M100 32V20c0-6 8-4 8-10s-11-7-12-1" fill="none" stroke="#8b8577" stroke-width="2" stroke-linecap="round"/>${part('M100 27c-8 0-15 5-22 12h44c-7-7-14-12-22-12z', '#b98a58')}`

const tailored = (c: Cloth) =>
  `${hanger}<path d="M82 36q18 8 36 0l3 30-21 82-21-82z" fill="${c.deep}"/>${label(100, 43)}${mirrored(part('M50 51c-13 6-17 32-20 62-3 29-6 56-7 83 8 4 17 4 25 2 2-26 5-55 11-79l3-40z', c.fill))}${part('M116 37c11 6 25 10 35 16-6 15-9 33-10 52-1 25 1 42 4 62 2 19 3 35 4 46-15 5-31 5-48-3V143z', c.fill)}${layer('M84 37c-11 6-25 10-35 16 6 15 9 33 10 52 1 25-1 42-4 62-2 19-4 35-4 46 14 4 29 6 43 4 7-2 10-10 10-22v-54z', c.fill)}${folds('M58 95c4 20 5 35 2 55M142 95c-4 20-5 35-2 55M75 152c-3 20-5 38-5 58M125 152c3 20 6 38 6 58M100 146q-13 3-25-3M103 147q13 2 23-4', c)}${mirrored(layer('M118 65l19 3c-4 26-18 52-35 74-1-25 6-60 10-86z', c.upper))}${mirrored(layer('M116 34c8 6 13 15 14 24l-12 8c-2-11-6-18-10-23z', c.upper))}${layer('M62 167l28 2.5-1 10.5-28.5-2.5zM111 169.5l27-2.5 1.5 10.5-28.5 2.5zM119 98l17-3 1 5-17 3z', c.upper)}${line('M104 152v52q-1 17-11 20M75 108c1 20 0 40-2 58M126 108c1 20 0 40 2 58', c.line, 0.6)}${buttons(
    [
      [99.5, 149],
      [99.5, 176],
    ],
    c.deep,
    c.line,
    3,
  )}${buttons(
    [
      [159, 191],
      [158.5, 185],
    ],
    c.deep,
    c.line,
    1.5,
  )}`

const coat = (c: Cloth) =>
  `${mirrored(part('M62 46C47 54 42 80 37 112c-4 26-8 46-10 66 7 4 15 5 22 3 4-26 9-52 16-78l6-40z', c.fill))}${part('M114 34l30 14c-4 18-6 34-5 52l6 108c-14 5-30 6-45 4V70z', c.fill)}${layer('M86 34L56 48c4 18 6 34 5 52l-6 108c17 6 37 6 54 2V74z', c.fill)}${folds('M66 96c4 16 4 26 2 40M134 96c-4 16-4 26-2 40M72 142c-3 22-4 40-4 62M128 142c3 22 4 40 4 62M96 146c-2 24-2 40-1 60', c)}${mirrored(layer('M118 26l22 24-38 50-4-36z', c.upper))}${mirrored(layer('M82 26q10 10 18 34l-22-8q-6-14-2-24z', c.upper))}${layer('M57 128q43 8 86 0l.6 10q-43.6 8-87.2 0z', c.upper)}${layer('M84 127h20v13H84z', c.deep)}<path d="M88 130.5h12v6H88z" fill="none" stroke="#c8b68a" stroke-width="1.6"/>${mirrored(layer('M66 156l18-4 2 8-18 4z', c.upper))}${line('M110 78c-1 44-2 88-1 132', c.line, 0.6)}${buttons(
    [
      [88, 108],
      [119, 108],
      [88, 156],
      [119, 156],
      [87, 180],
      [120, 180],
    ],
    c.deep,
    c.line,
    3,
  )}`

const sleeves = (c: Cloth) =>
  mirrored(part('M58 52c-13 6-18 22-22 48l-13 66c6 4 14 6 21 6l14-60 8-40z', c.fill))

const knit = (c: Cloth) =>
  `${sleeves(c)}${part('M78 42L56 53c5 20 8 40 7 62l-1 75c25 5 51 5 76 0l-1-75c-1-22 2-42 7-62l-22-11q-22 18-44 0z', c.fill)}${folds('M70 92c6 24 6 60 4 92M130 92c-6 24-6 60-4 92M100 96c2 30 0 60-2 88', c)}${ribs('M62 184q38 6 76 0', c, 13)}${mirrored(ribs('M23 163l21 6', c, 11))}${ribs('M76 44q24 24 48 0', c, 9)}${line('M80 40q20 17 40 0', c.line, 0.8, 0.5)}${label(100, 50)}`

const shirt = (c: Cloth) =>
  `${sleeves(c)}${part('M100 46h22l22 10c-5 18-8 36-7 58l3 82c-14 6-28 6-40 4z', c.fill)}${layer('M104 46H78L56 56c5 18 8 36 7 58l-3 82c14 6 30 7 44 4z', c.fill)}${folds('M72 90c6 28 6 60 3 98M128 90c-6 28-6 60-3 98', c)}${mirrored(layer('M100 56l16-20 16 12-14 22z', c.upper))}${layer('M112 92h20v21l-10 6-10-6z', c.upper)}${mirrored(layer('M24 156l21 5-3 12q-10 1-21-4z', c.upper))}${line('M96 60v140', c.line, 0.6)}${buttons(
    [74, 98, 122, 146, 170].map((y) => [100.5, y] as const),
    '#f5f1e8',
    c.line,
    1.7,
  )}${label(100, 40)}`

const dress = (c: Cloth) =>
  `${part('M82 30c-3 20-8 34-14 46l-2 20L46 202q54 16 108 0L134 96l-2-20c-6-12-11-26-14-46l-8 0q-10 20-20 0z', c.fill)}${line(
    [...Array(13).keys()]
      .map((n) => `M${70 + n * 5} 100Q${66 + n * 5.6} 150 ${52 + n * 8} ${203 + (n > 2 && n < 10 ? 5 : 2)}`)
      .join(''),
    c.deep,
    1.3,
    0.5,
  )}${folds('M84 110q-8 44-16 92M116 110q8 44 16 92', c)}${layer('M66 88q34 7 68 0l1 8q-35 8-70 0z', c.upper)}${line('M90 30q10 20 20 0', c.line, 1, 0.6)}`

const bottoms = (c: Cloth) =>
  `${part('M68 30h64l8 80 3 92q-16 5-30 1l-9-108z', c.fill)}${layer('M68 30h36l3 66-14 107q-16 4-34-1l6-92z', c.fill)}${folds('M84 60c-6 40-8 90-8 138M124 60c4 40 6 90 6 138', c)}${layer('M67 28h66l1 11H66z', c.upper)}${line('M70 48q4 14 16 15M130 48q-4 14-16 15M100 40v38', c.line, 0.7)}${line('M82 70c-5 44-6 90-5 130M122 70c4 44 6 90 6 130', c.line, 0.5, 0.35)}${buttons([[100, 33.5]], '#b98f52', '#7f5f30', 2.2)}${mirrored(line('M82 28v12', c.line, 2.4, 0.5))}`

const bag = (c: Cloth) =>
  `<path d="M66 110c0-82 68-82 68 0" fill="none" stroke="${c.deep}" stroke-width="8" filter="url(#part)"/>${part('M42 98h116q6 0 7 8l9 82q0 8-8 8H34q-8 0-8-8l9-82q1-8 7-8z', c.fill)}${layer('M36 99h128l5 42q-69 24-138 0z', c.upper)}${line('M39 140q61 19 122 0M36 186q64 6 128 0', c.line, 0.6, 0.6, 'stroke-dasharray="2 1.5"')}<g filter="url(#edge)"><rect x="91" y="140" width="18" height="17" rx="2" fill="#dcbf7c"/><path d="M97 146h6v5h-6z" fill="#8d7440"/></g>${mirrored('<circle cx="66" cy="106" r="4.5" fill="#dcbf7c" filter="url(#edge)"/>')}`

const wallet = (c: Cloth) =>
  `${part('M28 66q0-8 8-8h128q8 0 8 8v96q0 8-8 8H36q-8 0-8-8z', c.fill)}${layer('M28 64q0-6 8-6h128q8 0 8 6v52q-72 14-144 0z', c.upper)}${line('M34 66q66-4 132 0M34 112q66 13 132 0M34 160q66 6 132 0', c.line, 0.6, 0.6, 'stroke-dasharray="2 1.5"')}<g filter="url(#edge)"><circle cx="100" cy="117" r="7" fill="#dcbf7c"/><circle cx="100" cy="117" r="4" fill="#c4a45c"/></g>`

const shoes = (c: Cloth) => {
  const shoe = `<path d="M24 158h46l-3 17H25zM60 158h122v7H60z" fill="#1d1512"/>${part('M24 161c-5-28-4-58 7-72 8-5 14 2 22 7q20 8 42 2 12-4 22 4 26 14 50 24c16 8 18 20 16 35z', c.fill)}${layer('M90 112q14-12 32 0l28 15q-10 13-32 11-20-4-28-26z', c.upper)}${line('M84 100l18 14M74 104l20 14M66 106l20 18', c.line, 1.5, 0.8)}${line('M28 152q76 4 152 0', c.line, 0.6, 0.6, 'stroke-dasharray="2 1.5"')}`
  return `<g transform="translate(24 6) scale(.78)">${shoe}</g><g transform="translate(8 56) scale(.86)" filter="url(#drop)">${shoe}</g>`
}

const watch = (c: Cloth) => {
  const hours = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour * Math.PI) / 6
    return `<circle cx="${(100 + Math.sin(angle) * 29).toFixed(1)}" cy="${(110 - Math.cos(angle) * 29).toFixed(1)}" r="1.6" fill="#33363b"/>`
  }).join('')
  return `${part('M84 14h32l4 66H80zM80 140h40l-4 66H84z', c.deep)}${line('M88 18l-3 58M112 18l3 58M85 146l3 56M115 146l-3 56', '#cbb89c', 0.6, 0.7, 'stroke-dasharray="2 1.5"')}<g filter="url(#edge)"><circle cx="100" cy="110" r="42" fill="url(#metal)"/><path d="M141 105h7v10h-7z" fill="url(#metal)"/></g><circle cx="100" cy="110" r="35" fill="#f8f5ee" stroke="#9a9fa6"/>${hours}<g stroke="#26282c" stroke-linecap="round"><path d="M100 110L86 97" stroke-width="2.6"/><path d="M100 110l17-12" stroke-width="1.8"/></g><circle cx="100" cy="110" r="2.4" fill="#26282c"/>`
}

const ring = () =>
  `<g fill="none"><ellipse cx="100" cy="128" rx="46" ry="48" stroke="url(#metal)" stroke-width="13"/><ellipse cx="100" cy="128" rx="52.5" ry="54.5" stroke="#8f949b" stroke-width=".6"/><ellipse cx="100" cy="128" rx="39.5" ry="41.5" stroke="#7d828a" stroke-width=".8"/></g><g filter="url(#edge)"><path d="M78 60h44l12 13-34 26-34-26z" fill="#dfe9ee"/><path d="M78 60l8 13 14-13 14 13 8-13M66 73h68M86 73l14 26 14-26" fill="none" stroke="#9fb4bf" stroke-width=".8"/><path d="M78 60h22l-14 13z" fill="#fff"/></g>`

const shapes: Readonly<Record<Shape, (cloth: Cloth) => string>> = {
  jacket: tailored,
  coat,
  knit,
  shirt,
  dress,
  bottoms,
  bag,
  wallet,
  shoes,
  watch,
  ring,
}

/** The article in a field of 200 × 220. */
export const garment = (shape: Shape, cloth: Cloth): string => onGround(shapes[shape](cloth))

export type FlawKind = 'fuzz' | 'stain' | 'thread' | 'chip' | 'scratch'

const scatter = (count: number, spread: number) =>
  Array.from({ length: count }, (_, n) => {
    // The golden angle spreads the points without a pattern.
    const angle = n * 2.399
    const far = Math.sqrt((n + 0.5) / count) * spread
    return [100 + Math.cos(angle) * far * 1.3, 104 + Math.sin(angle) * far] as const
  })

const flaws: Readonly<Record<FlawKind, (cloth: Cloth) => string>> = {
  fuzz: ({ line: color }) =>
    line(
      scatter(22, 40)
        .map(
          ([x, y], n) =>
            `M${x.toFixed(1)} ${y.toFixed(1)}q${(n % 5) - 2} 9 ${((n * 3) % 7) - 3} ${14 + (n % 4) * 2}`,
        )
        .join(''),
      color,
      2,
      0.9,
    ),
  stain: () =>
    '<ellipse cx="98" cy="102" rx="42" ry="30" fill="#5d4318" opacity=".4" filter="url(#haze)"/><ellipse cx="112" cy="112" rx="22" ry="17" fill="#5d4318" opacity=".35" filter="url(#haze)"/>',
  thread: ({ deep, line: color }) =>
    line('M0 128h200', deep, 4, 0.7) +
    line('M0 118h200', color, 1.4, 0.9, 'stroke-dasharray="9 5"') +
    line('M86 118q8 34 26 40t10 26M104 118q-6 24 8 34t34 4', color, 2.2, 1),
  chip: ({ line: color }) =>
    `<g filter="url(#edge)"><path d="M100 62a42 42 0 1 1-34 67l17-13-12-16 14-6z" fill="#3b3a3d" stroke="${color}" stroke-width="2"/></g><circle cx="92" cy="106" r="4.5" fill="#1c1b1d"/><circle cx="110" cy="106" r="4.5" fill="#1c1b1d"/>`,
  scratch: () =>
    line('M62 84l58 40M74 74l66 46M84 122l38 22M96 92l46 20', '#f3e6d3', 2.6, 0.75) +
    line('M64 87l58 40M76 77l66 46', '#20140c', 1.2, 0.4),
}

/** A flaw from close by, in a field of 200 × 200. */
export function flawOf(surface: 'cloth' | 'leather' | 'metal', kind: FlawKind, cloth: Cloth): string {
  const ground =
    surface === 'metal'
      ? '<path d="M0 0h200v200H0z" fill="url(#metal)"/>'
      : part('M-60-60h320v320H-60z', cloth.upper)
  return `${ground}${surface === 'cloth' ? folds('M40 0q16 100-6 200M168 0q-14 90 6 200', cloth, 12) : ''}${flaws[kind](cloth)}`
}
