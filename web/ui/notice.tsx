import { styled } from '@mui/material/styles'
import type { CSSProperties, ReactNode, Ref } from 'react'

export type NoticeTone = 'plain' | 'wait' | 'late' | 'ok'

const Root = styled('div', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: NoticeTone }>(
  ({ theme, tone }) => {
    const { palette, radius } = theme.okuru
    const looks = {
      plain: [palette.primary.main, palette.primary.lightest],
      wait: [palette.warning.main, palette.warning.bg],
      late: [palette.error.main, palette.error.bg],
      ok: [palette.success.main, palette.success.bg],
    } as const
    const [color, background] = looks[tone]
    return {
      padding: '12px 16px',
      background,
      borderRadius: radius.field,
      fontSize: 13,
      lineHeight: 1.7,
      outline: 'none',
      '& > b': { display: 'block', fontSize: 14, color },
      '& > .actions': { display: 'flex', flexWrap: 'wrap', gap: '0 20px', marginTop: 2 },
      '& > .actions > a, & > .actions > button': {
        display: 'inline-flex',
        alignItems: 'center',
        minHeight: 44,
        padding: 0,
        border: 0,
        background: 'none',
        font: 'inherit',
        fontWeight: 700,
        color: palette.primary.main,
        textDecoration: 'underline',
        textUnderlineOffset: 3,
        cursor: 'pointer',
      },
    }
  },
)

type Props = {
  title?: string
  children?: ReactNode
  tone?: NoticeTone
  actions?: ReactNode
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
  style?: CSSProperties
}

/** What went wrong, if anything did; `ownLine` among the buttons of a row. */
export const ProblemNotice = ({ children, ownLine = false }: { children: ReactNode; ownLine?: boolean }) =>
  children ? (
    <Notice tone="late" role="alert" style={ownLine ? { flexBasis: '100%' } : undefined}>
      {children}
    </Notice>
  ) : null

export function Notice({ title, children, tone = 'plain', actions, role, ref, style }: Props) {
  return (
    <Root tone={tone} role={role} ref={ref} style={style} tabIndex={ref ? -1 : undefined}>
      {title && <b>{title}</b>}
      {children}
      {actions && <div className="actions">{actions}</div>}
    </Root>
  )
}
