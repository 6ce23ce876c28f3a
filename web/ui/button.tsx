import { keyframes, styled } from '@mui/material/styles'
import type { AnchorHTMLAttributes, ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'

type Tone = 'next' | 'main' | 'quiet' | 'danger'

export type KitButtonProps = Omit<ComponentPropsWithRef<'button'>, 'color'> &
  Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel' | 'download'> & {
    /** Shows that work is under way; further presses are ignored, size and focus stay. */
    pending?: boolean
    startIcon?: ReactNode
    endIcon?: ReactNode
    fullWidth?: boolean
    size?: 'small' | 'medium'
  }

const BUTTON_CLASS = 'MuiButton-root'

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

type Look = { tone: Tone; wide: boolean | undefined; small: boolean }

const LOOK_NAMES: readonly PropertyKey[] = ['tone', 'wide', 'small', 'as']

// Plain styles: MUI's button adds ripple, spinner and colours per variant to the first load.
const Root = styled('button', { shouldForwardProp: (name) => !LOOK_NAMES.includes(name) })<Look>(
  ({ theme, tone, wide, small }) => {
    const { palette, radius, size, variant } = theme.okuru
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
      ...theme.typography.button,
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 8,
      width: (wide ?? variant === 'storefront') ? '100%' : undefined,
      minWidth: 64,
      minHeight: size.button,
      margin: 0,
      outline: 0,
      padding: variant === 'biz' ? '4px 16px' : '8px 24px',
      fontSize: small ? 13 : theme.typography.button.fontSize,
      color: look.color,
      background: look.background,
      border: `1.5px solid ${look.border}`,
      borderRadius: radius.button,
      textAlign: 'center',
      textDecoration: 'none',
      verticalAlign: 'middle',
      appearance: 'none',
      cursor: 'pointer',
      userSelect: 'none',
      WebkitTapHighlightColor: 'transparent',
      transition: 'background 120ms, filter 120ms, transform 120ms',
      '&:hover': { background: look.background, ...hover },
      '&:active': { transform: 'scale(0.985)' },
      '&:focus-visible': { outline: `3px solid ${palette.primary.light}`, outlineOffset: 2 },
      '&:disabled': { color: theme.palette.action.disabled, cursor: 'default', pointerEvents: 'none' },
    }
  },
)

const IconPlace = styled('span')({
  display: 'inherit',
  '& > :first-of-type': { fontSize: 20 },
  '& > kbd:first-of-type': { fontSize: 11 },
  // Keys are for a hand that has them.
  '&:has(> kbd)': { '@media (pointer: coarse)': { display: 'none' } },
})

const StartPlace = styled(IconPlace)({
  alignItems: 'center',
  '&::before': { content: '"\\200b"', width: 0, overflow: 'hidden' },
})

function KitButton(props: KitButtonProps & { tone: Tone }) {
  const {
    pending = false,
    startIcon,
    endIcon,
    fullWidth,
    size,
    className,
    children,
    onClick,
    ...rest
  } = props
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  const start = pending ? <Spinner aria-hidden /> : startIcon
  return (
    <Root
      type={rest.href === undefined ? 'button' : undefined}
      tabIndex={0}
      data-go={rest.tone === 'next' || rest.tone === 'main' ? '' : undefined}
      {...rest}
      as={rest.href === undefined ? undefined : 'a'}
      wide={fullWidth}
      small={size === 'small'}
      className={className ? `${BUTTON_CLASS} ${className}` : BUTTON_CLASS}
      aria-busy={pending || undefined}
      onClick={press}
    >
      {start && <StartPlace>{start}</StartPlace>}
      {children}
      {endIcon && <IconPlace>{endIcon}</IconPlace>}
    </Root>
  )
}

export const NextButton = (props: KitButtonProps) => <KitButton {...props} tone="next" />

export const MainButton = (props: KitButtonProps) => <KitButton {...props} tone="main" />

export const QuietButton = (props: KitButtonProps) => <KitButton {...props} tone="quiet" />

export const DangerButton = (props: KitButtonProps) => <KitButton {...props} tone="danger" />
