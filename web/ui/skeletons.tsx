import { keyframes, styled } from '@mui/material/styles'
import { Card } from './card.tsx'

const breathe = keyframes({ '50%': { opacity: 0.5 } })

export const Bone = styled('span')(({ theme }) => ({
  display: 'block',
  height: 14,
  borderRadius: 6,
  background: theme.okuru.palette.bg.sunken,
  animation: `${breathe} 1600ms ease-in-out infinite`,
}))

const Grid = styled('div')({ display: 'grid', gap: 12 })

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

export const Lines = ({ count = 4 }: { count?: number }) => (
  <Grid aria-hidden>
    {numbers(count).map((line) => (
      <Bone key={line} style={{ width: `${[92, 78, 85, 54][line % 4]}%` }} />
    ))}
  </Grid>
)

export const CardListSkeleton = ({ count = 3 }: { count?: number }) => (
  <Grid aria-hidden>
    {numbers(count).map((card) => (
      <Card key={card} style={{ display: 'grid', gridTemplateColumns: '72px 1fr', gap: 14 }}>
        <Bone style={{ width: 72, height: 72, borderRadius: 12 }} />
        <Lines count={3} />
      </Card>
    ))}
  </Grid>
)

export const FormSkeleton = ({ count = 4 }: { count?: number }) => (
  <Grid aria-hidden style={{ gap: 24 }}>
    {numbers(count).map((field) => (
      <div key={field}>
        <Bone style={{ width: 96, marginBottom: 8 }} />
        <Bone style={{ height: 48, borderRadius: 10 }} />
      </div>
    ))}
  </Grid>
)

export const TableSkeleton = ({ rows = 8 }: { rows?: number }) => (
  <Grid aria-hidden style={{ gap: 1 }}>
    {numbers(rows).map((row) => (
      <Bone key={row} style={{ height: 35, borderRadius: 0 }} />
    ))}
  </Grid>
)
