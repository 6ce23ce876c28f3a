import { styled } from '@mui/material/styles'
import type { Tone } from '#contract/lifecycle'
import { ENLARGED } from './enlarged.ts'

/** The colour only repeats what the text says. */
export const StatusChip = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{
  tone?: Tone
}>(({ theme, tone = 'plain' }) => {
  const { palette } = theme.okuru
  const looks = {
    ok: [palette.success.main, palette.success.bg],
    wait: [palette.warning.main, palette.warning.bg],
    late: [palette.error.main, palette.error.bg],
    plain: [palette.primary.main, palette.primary.lightest],
    gray: [palette.font.sub, palette.bg.sunken],
  } as const
  const [color, background] = looks[tone]
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minHeight: theme.okuru.variant === 'biz' ? 22 : 24,
    padding: '0 10px',
    borderRadius: 12,
    fontSize: 12,
    fontWeight: 700,
    lineHeight: 1.5,
    whiteSpace: 'nowrap',
    [ENLARGED]: { whiteSpace: 'normal' },
    color,
    background,
  }
})
