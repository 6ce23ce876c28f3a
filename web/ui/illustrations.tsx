import type { ReactNode } from 'react'

type Props = { size?: number; label?: string }

function Drawing({
  width,
  height,
  size,
  label,
  children,
}: Props & { width: number; height: number; children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={size ?? width}
      height={size ? (size * height) / width : height}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ maxWidth: '100%' }}
    >
      {children}
    </svg>
  )
}

export const EmptyBox = ({ size = 140, label }: Props) => (
  <Drawing width={160} height={110} size={size} label={label}>
    <path d="m36 48 44-12 44 12v38L80 98 36 86z" />
    <path d="m36 48 44 11 44-11M80 59v39" />
    <path d="M36 48 20 36l44-12 16 12M124 48l16-12-44-12-16 12" />
    <path d="M80 6v8M62 9l3 7M98 9l-3 7" opacity={0.5} />
  </Drawing>
)

export const PaperPlane = ({ size = 140, label }: Props) => (
  <Drawing width={160} height={110} size={size} label={label}>
    <path d="M138 16 54 54l26 12 12 28z" />
    <path d="M138 16 80 66M80 66v22l12-12" />
    <path d="M14 84c10-14 18-2 26-12M18 100c12-10 20 0 34-12" opacity={0.5} strokeDasharray="2 7" />
  </Drawing>
)

export const LostLabel = ({ size = 140, label }: Props) => (
  <Drawing width={160} height={110} size={size} label={label}>
    <path d="M58 40V26a5 5 0 0 1 5-5h14l44 44-24 24z" />
    <circle cx={70} cy={33} r={3.5} />
    <path d="M70 33C50 16 34 22 26 34s4 18-6 28" opacity={0.6} />
    <path d="M92 56c2-5 10-4 10 2 0 5-6 5-6 10M95.5 75v.1" />
  </Drawing>
)

export const ClosedShop = ({ size = 140, label }: Props) => (
  <Drawing width={160} height={110} size={size} label={label}>
    <path d="M36 46v50h88V46M30 46l10-28h80l10 28a12.5 12.5 0 0 1-25 0 12.5 12.5 0 0 1-25 0 12.5 12.5 0 0 1-25 0 12.5 12.5 0 0 1-25 0z" />
    <path d="M58 96V72h44v24M58 80h44M58 88h44" opacity={0.6} />
  </Drawing>
)
