import ButtonBase, { type ButtonBaseProps } from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'

const Root = styled(ButtonBase)(({ theme }) => {
  const side = theme.okuru.variant === 'biz' ? 32 : 44
  return {
    width: side,
    height: side,
    flex: 'none',
    borderRadius: '50%',
    color: 'inherit',
    '&:hover': { background: 'rgb(128 128 128 / 0.14)' },
    '&:focus-visible': { outline: '3px solid currentColor', outlineOffset: -3 },
  }
})

export function IconButton({ label, ...rest }: ButtonBaseProps & { label: string }) {
  return <Root {...rest} aria-label={label} title={label} />
}
