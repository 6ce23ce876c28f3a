import { styled } from '@mui/material/styles'
import type { ComponentPropsWithRef } from 'react'

const Root = styled('button')(({ theme }) => {
  const side = theme.okuru.variant === 'biz' ? 32 : 44
  return {
    width: side,
    height: side,
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'pointer',
    '&:disabled': { cursor: 'default', opacity: 0.4 },
    borderRadius: '50%',
    color: 'inherit',
    '&:hover': { background: 'rgb(128 128 128 / 0.14)' },
    '&:focus-visible': { outline: '3px solid currentColor', outlineOffset: -3 },
  }
})

export function IconButton({ label, ...rest }: ComponentPropsWithRef<'button'> & { label: string }) {
  return <Root type="button" {...rest} aria-label={label} title={label} />
}
