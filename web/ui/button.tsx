import Button, { type ButtonProps } from '@mui/material/Button'
import { keyframes, styled } from '@mui/material/styles'
import type { AnchorHTMLAttributes, ElementType, MouseEvent } from 'react'

type Tone = 'next' | 'main' | 'quiet' | 'danger'

export type KitButtonProps = Omit<ButtonProps, 'variant' | 'color' | 'loading'> &
  Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'target' | 'rel' | 'download'> & {
    /** Work is under way: the button says so, ignores further presses and keeps its place and focus. */
    pending?: boolean
    component?: ElementType
  }

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

const Spinner = styled('span')({
  width: 16,
  height: 16,
  flex: 'none',
  borderRadius: '50%',
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  animation: `${turn} 800ms linear infinite`,
})

const Root = styled(Button, { shouldForwardProp: (name) => name !== 'tone' })<{ tone: Tone }>(
  ({ theme, tone }) => {
    const { palette } = theme.okuru
    const looks = {
      next: { color: palette.accent.contrastText, background: palette.accent.main, border: 'transparent' },
      main: { color: palette.primary.contrastText, background: palette.primary.main, border: 'transparent' },
      quiet: { color: palette.primary.main, background: 'transparent', border: palette.border.medium },
      danger: { color: palette.error.main, background: 'transparent', border: palette.error.main },
    }
    const look = looks[tone]
    const hover =
      tone === 'next' || tone === 'main' ? { filter: 'brightness(0.96)' } : { background: palette.bg.sunken }
    return {
      gap: 8,
      color: look.color,
      background: look.background,
      border: `1.5px solid ${look.border}`,
      lineHeight: 1.4,
      textAlign: 'center',
      transition: 'background 120ms, filter 120ms, transform 120ms',
      '&:hover': { background: look.background, ...hover },
      '&:active': { transform: 'scale(0.985)' },
      '&:focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
      '& .MuiButton-startIcon, & .MuiButton-endIcon': { margin: 0 },
      '& .MuiButton-endIcon > kbd': { fontSize: 11 },
    }
  },
)

function KitButton({
  tone,
  pending = false,
  children,
  onClick,
  startIcon,
  ...rest
}: KitButtonProps & { tone: Tone }) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Root
      {...rest}
      tone={tone}
      aria-busy={pending || undefined}
      onClick={press}
      startIcon={pending ? <Spinner aria-hidden /> : startIcon}
    >
      {children}
    </Root>
  )
}

/** The one next step of a screen, on the accent. */
export const NextButton = (props: KitButtonProps) => <KitButton {...props} tone="next" />

/** A plain action in the brand's colour. */
export const MainButton = (props: KitButtonProps) => <KitButton {...props} tone="main" />

/** A second choice, or the way back. */
export const QuietButton = (props: KitButtonProps) => <KitButton {...props} tone="quiet" />

/** Takes something away. */
export const DangerButton = (props: KitButtonProps) => <KitButton {...props} tone="danger" />
