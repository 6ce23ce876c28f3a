import { useId } from 'react'
import { gradeBandLabel } from '#contract/codes'
import type { Band } from './grade-guide.tsx'

const body =
  'M76 42 50 53c-4 2-6 5-7 9L22 140c-1 5 1 6 5 7l15 4c4 1 6 0 7-4l12-42v92q39 8 78 0v-92l12 42c1 4 3 5 7 4l15-4c4-1 6-2 5-7L157 62c-1-4-3-7-7-9l-26-11q-24 16-48 0z'

/** A knit in the state of each grade; the defect is circled as on the photos. */
export function GradeExample({ band }: { band: Band }) {
  const id = useId()
  const faded = band === 'C' || band === 'D'
  return (
    <svg viewBox="0 0 200 220" role="img" aria-label={`${gradeBandLabel[band]}の例`}>
      <defs>
        <radialGradient id={`${id}g`} cx=".34" cy=".18" r="1">
          <stop stopColor="#faf8f4" />
          <stop offset=".7" stopColor="#e6e1d8" />
          <stop offset="1" stopColor="#d5cfc3" />
        </radialGradient>
        <filter id={`${id}s`} x="-20%" y="-20%" width="150%" height="150%">
          <feGaussianBlur stdDeviation="4" />
        </filter>
        <filter id={`${id}c`} x="-10%" y="-10%" width="120%" height="120%" colorInterpolationFilters="sRGB">
          <feTurbulence type="fractalNoise" baseFrequency=".028 .007" numOctaves={3} seed={8} />
          <feDiffuseLighting surfaceScale={faded ? 16 : 9} lightingColor="#fff" result="fold">
            <feDistantLight azimuth={225} elevation={58} />
          </feDiffuseLighting>
          <feComposite in="SourceGraphic" in2="fold" operator="arithmetic" k1={1.15} />
          <feComposite in2="SourceGraphic" operator="in" />
        </filter>
        <pattern id={`${id}r`} width="5" height="5" patternUnits="userSpaceOnUse">
          <path d="M1 0v5" stroke="#0b1630" strokeOpacity=".28" strokeWidth="1.2" />
        </pattern>
      </defs>
      <rect width="200" height="220" fill={`url(#${id}g)`} />
      <path d={body} transform="translate(5 8)" fill="#2a2620" opacity=".3" filter={`url(#${id}s)`} />
      <g filter={`url(#${id}c)`}>
        <path d={body} fill={faded ? '#67799b' : '#40588c'} />
        <path d={body} fill={`url(#${id}r)`} />
      </g>
      <path d="M76 42q24 16 48 0l-5-4q-19 11-38 0z" fill="#2c3d66" />
      <path d="M61 190q39 8 78 0v-9q-39 8-78 0z" fill="#2c3d66" opacity=".7" />
      <Wear band={band} />
    </svg>
  )
}

function Wear({ band }: { band: Band }) {
  switch (band) {
    case 'S':
      return (
        <g>
          <path d="M100 44c4 10 14 12 20 22" fill="none" stroke="#77706a" strokeWidth="1.5" />
          <rect x="112" y="64" width="22" height="30" rx="3" fill="#f7f5ef" stroke="#b9b3a6" />
          <path d="M117 74h12M117 81h8" stroke="#8a8476" strokeWidth="2" />
        </g>
      )
    case 'A':
      return null
    case 'B':
      return (
        <g>
          <path
            d="m150 142 4 3m2-6 3 4m2-5 2 4m-16 1 3 4"
            stroke="#c9d4ec"
            strokeWidth="2"
            strokeLinecap="round"
          />
          <Ring x={155} y={142} r={15} />
        </g>
      )
    case 'C':
      return (
        <g>
          <ellipse cx="92" cy="128" rx="9" ry="7" fill="#7a5a34" opacity=".65" />
          <ellipse cx="99" cy="134" rx="4" ry="3" fill="#7a5a34" opacity=".5" />
          <Ring x={94} y={130} r={19} />
        </g>
      )
    default:
      return (
        <g>
          <path d="M112 140c6-8 16-6 18 2 1 8-5 15-13 13-8-1-9-9-5-15z" fill="#e6e1d8" stroke="#2c3d66" />
          <path d="m112 141-5-4m10-2-2-6m13 14 6-2m-14 14 1 6" stroke="#c9d4ec" strokeWidth="1.4" />
          <Ring x={120} y={144} r={22} />
        </g>
      )
  }
}

const Ring = ({ x, y, r }: { x: number; y: number; r: number }) => (
  <g fill="none">
    <circle cx={x} cy={y} r={r} stroke="#fff" strokeWidth="5" />
    <circle cx={x} cy={y} r={r} stroke="#c2302d" strokeWidth="2.5" />
  </g>
)
