import { styled } from '@mui/material/styles'
import { VisuallyHidden } from './visually-hidden.tsx'

const List = styled('ol')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: 'minmax(0, 1fr)',
    gap: 6,
    '& li': { fontSize: 12, lineHeight: 1.5, color: palette.font.sub },
    '& li::before': {
      content: '""',
      display: 'block',
      height: 4,
      marginBottom: 6,
      borderRadius: 2,
      background: palette.border.medium,
    },
    '& li[data-done]::before': { background: palette.primary.light },
    '& li[aria-current]': { fontWeight: 700, color: palette.font.main },
    '& li[aria-current]::before': { background: palette.primary.main },
  }
})

export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <List aria-label={`${steps.length}つの手順のうち${current + 1}つ目`}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < current ? '' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
          {index < current && <VisuallyHidden> 済み</VisuallyHidden>}
        </li>
      ))}
    </List>
  )
}
