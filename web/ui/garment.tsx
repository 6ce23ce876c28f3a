import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'

export type GarmentKind =
  | 'jacket'
  | 'shirt'
  | 'knit'
  | 'coat'
  | 'dress'
  | 'trousers'
  | 'skirt'
  | 'bag'
  | 'shoes'
  | 'watch'
  | 'hat'
  | 'scarf'
  | 'wallet'

type Shades = { base: string; dark: string; light: string }

const shadesOf = (color: string): Shades => ({
  base: color,
  dark: `color-mix(in oklab, ${color} 76%, #000)`,
  light: `color-mix(in oklab, ${color} 45%, #fff)`,
})

const line = (d: string, stroke: string, width = 1.4): ReactNode => (
  <path d={d} fill="none" stroke={stroke} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
)

// Each on a field of 80 by 96, front view, as on a table.
const drawings: Record<GarmentKind, (shades: Shades) => ReactNode> = {
  jacket: ({ base, dark, light }) => (
    <>
      <path d="M29 15 13 23 9 62l9 2v22h44V64l9-2-4-39-16-8-11 8z" fill={base} />
      <path d="M18 64V36M62 64V36" stroke={dark} strokeWidth={1.4} fill="none" />
      <path d="m29 15 11 23 11-23-4-2-7 7-7-7z" fill={light} />
      <path d="m29 15 11 25 11-25" fill="none" stroke={dark} strokeWidth={1.6} strokeLinejoin="round" />
      {line('M40 40v46M24 66h9M47 66h9', dark)}
      <circle cx={43.5} cy={50} r={1.5} fill={light} />
      <circle cx={43.5} cy={60} r={1.5} fill={light} />
    </>
  ),
  shirt: ({ base, dark, light }) => (
    <>
      <path d="M30 14 12 22 6 42l10 5 3-6v45h42V41l3 6 10-5-6-20-18-8z" fill={base} />
      <path d="m30 14 10 10 10-10-3-3H33z" fill={light} />
      {line('m30 14 10 10 10-10M40 24v62', dark)}
      {[34, 46, 58, 70].map((y) => (
        <circle key={y} cx={40} cy={y} r={1.3} fill={dark} />
      ))}
      {line('M46 40h9v9h-9z', dark, 1.1)}
    </>
  ),
  knit: ({ base, dark, light }) => (
    <>
      <path d="M29 17 14 24 7 66l10 3 3-18v33h40V51l3 18 10-3-7-42-15-7c-3 5-19 5-22 0z" fill={base} />
      {line('M29 17c4 6 18 6 22 0', light, 3)}
      {line('M20 79h40M7.5 62.5l10 3M72.5 62.5l-10 3', light, 2)}
      {line(
        'M30 36v40M40 30v46M50 36v40M27 42l3 3 3-3M37 36l3 3 3-3M47 42l3 3 3-3M27 56l3 3 3-3M37 50l3 3 3-3M47 56l3 3 3-3M37 64l3 3 3-3',
        dark,
        1.1,
      )}
    </>
  ),
  coat: ({ base, dark, light }) => (
    <>
      <path d="M29 9 14 16 8 58l9 2-3 32h52l-3-32 9-2-6-42-15-7-11 7z" fill={base} />
      <path d="m29 9 11 19L51 9l6 7-12 16H35L23 16z" fill={light} />
      {line('M40 32v60M17 60V34M63 60V34M17 54h46', dark)}
      {[42, 64, 76].map((y) => (
        <g key={y} fill={dark}>
          <circle cx={34} cy={y} r={1.6} />
          <circle cx={46} cy={y} r={1.6} />
        </g>
      ))}
    </>
  ),
  dress: ({ base, dark, light }) => (
    <>
      <path d="M31 10h-5l-2 22 6 12-14 46h48L50 44l6-12-2-22h-5l-3 9c-2 5-10 5-12 0z" fill={base} />
      {line('M30 44h20', light, 3)}
      {line('M33 50 27 88M40 50v40M47 50l6 38', dark, 1.1)}
    </>
  ),
  trousers: ({ base, dark, light }) => (
    <>
      <path d="M24 10h32l6 80H46l-6-50-6 50H18z" fill={base} />
      {line('M23.5 17h33', dark)}
      {line('M40 17v20M28 22l-4 6M52 22l4 6M27 40l-2 44M53 40l2 44', dark, 1.1)}
      <rect x={38} y={11} width={4} height={5} rx={1} fill={light} />
    </>
  ),
  skirt: ({ base, dark, light }) => (
    <>
      <path d="M27 16h26l13 66c-16 6-36 6-52 0z" fill={base} />
      <path d="M27 16h26l1.5 7h-29z" fill={light} />
      {line('M32 24 24 84M40 24v62M48 24l8 60', dark, 1.2)}
    </>
  ),
  bag: ({ base, dark, light }) => (
    <>
      {line('M26 38c0-26 28-26 28 0', dark, 3.4)}
      <path d="M13 36h54l5 46a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3z" fill={base} />
      <path d="M13 36h54l1.8 15H11.2z" fill={dark} />
      <rect x={34} y={45} width={12} height={13} rx={3} fill={light} />
      <circle cx={40} cy={51} r={1.6} fill={dark} />
    </>
  ),
  shoes: ({ base, dark, light }) => (
    <>
      <path d="M8 40c6 4 12 4 16 0 4 12 16 18 34 21 10 2 14 6 14 14H8z" fill={base} />
      <path d="M8 75h64v5a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3z" fill={light} />
      {line('M26 50l7-5M32 56l7-5M39 60l6-5M8 64h20', dark, 1.6)}
    </>
  ),
  watch: ({ base, dark, light }) => (
    <>
      <path d="M31 8h18l3 24H28zM31 88h18l3-24H28z" fill={dark} />
      <circle cx={40} cy={48} r={22} fill={base} />
      <circle cx={40} cy={48} r={17} fill={light} />
      {line('M40 37v11l8 5M40 33v1M40 62v1M25 48h1M54 48h1', dark, 1.8)}
      <rect x={62} y={45} width={4} height={6} rx={1.5} fill={dark} />
    </>
  ),
  hat: ({ base, dark, light }) => (
    <>
      <path d="M20 58c0-26 8-34 20-34s20 8 20 34z" fill={base} />
      <path d="M19 50c12 5 30 5 42 0l.500 9h-43z" fill={light} />
      <path d="M4 62c4-5 9-7 15-6 14 4 28 4 42 0 6-1 11 1 15 6-18 13-54 13-72 0z" fill={dark} />
    </>
  ),
  scarf: ({ base, dark, light }) => (
    <>
      <path d="M22 22c10-8 26-8 36 0l-4 14c-8 5-20 5-28 0z" fill={dark} />
      <path d="m44 32 14 46-14 5-12-46zM30 34l-8 44 13 3 6-38z" fill={base} />
      {line('M35 60 48 56M37 68l14-4M24 66l13 3', light, 2.2)}
      {line('m45 83-1 6M50 81l0 6M55 79l1 6M24 79l-1 6M29 80l-1 6M33 81l0 6', base, 1.6)}
    </>
  ),
  wallet: ({ base, dark, light }) => (
    <>
      <rect x={8} y={28} width={64} height={46} rx={5} fill={base} />
      <path d="M8 34c0-4 3-7 7-6l52 6c3 0 5 2 5 5v5H8z" fill={dark} />
      <path d="M52 46h20v12H52a6 6 0 0 1 0-12z" fill={light} />
      <circle cx={54} cy={52} r={2} fill={dark} />
      {line('M12 69h56', dark, 1.1)}
    </>
  ),
}

/** A garment drawn in its own colour, where no photograph is. */
export function Garment({
  kind,
  color = '#3b4a63',
  size = 64,
  label,
}: {
  kind: GarmentKind
  color?: string
  size?: number
  label?: string
}) {
  return (
    <svg
      viewBox="0 0 80 96"
      width={size}
      height={size * 1.2}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {drawings[kind](shadesOf(color))}
    </svg>
  )
}

/** The warm ground a photograph or a drawn garment lies on. */
export const PhotoFrame = styled('div')({
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  borderRadius: 12,
  background: 'linear-gradient(160deg, #f0ede7, #e4dfd5)',
  '& > img': { width: '100%', height: '100%', objectFit: 'cover' },
})
