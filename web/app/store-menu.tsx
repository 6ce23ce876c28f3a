import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    [theme.breakpoints.up('md')]: { display: 'none' },
    '&[data-guide]': { [theme.breakpoints.up('sm')]: { display: 'none' } },
    '& > button': {
      display: 'inline-grid',
      placeItems: 'center',
      width: 44,
      height: 44,
      padding: 0,
      border: 0,
      borderRadius: 8,
      color: 'inherit',
      background: 'none',
      cursor: 'pointer',
    },
    '& > button:focus-visible': { outlineColor: palette.accent.onBrand },
    // Over the page, at the full width of the screen.
    '& > ul': {
      position: 'absolute',
      inset: '100% 0 auto',
      zIndex: theme.zIndex.appBar,
      padding: '8px 16px 12px',
      color: palette.font.main,
      background: palette.bg.paper,
      boxShadow: theme.okuru.shadow.bar,
    },
    '& > ul[hidden]': { display: 'none' },
    '& li + li': { borderTop: `1px solid ${palette.border.main}` },
    '& li > a': { display: 'flex', minHeight: 48, padding: '0 4px', fontSize: 15, color: palette.font.main },
    '& li > a:focus-visible': { outlineColor: palette.primary.light },
  }
})

type Entry = { to: string; label: string }

/** The links of the top bar, where it is too narrow for them. */
export function StoreMenu({ entries, guide }: { entries: readonly Entry[]; guide: boolean }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    setOpen(false)
    button.current?.focus()
  }
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }
  return (
    <Root data-guide={guide ? '' : undefined} onKeyDown={close} onBlur={leave}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label="メニュー"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} size={24} />
      </button>
      <ul id={id} hidden={!open}>
        {entries.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} onClick={() => setOpen(false)}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Root>
  )
}
