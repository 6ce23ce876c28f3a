import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { queryOf } from '#web/lib/query-client.ts'
import { useCloseRequest } from '#web/ui/close-request.ts'
import { keyText } from '#web/ui/shortcut-list.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { BIZ_BAR, NAV_ID } from './biz-bar.tsx'
import { entryAt, LEAD, type navFor, requestAt } from './biz-nav.ts'

const Nav = styled('nav')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    position: 'sticky',
    top: BIZ_BAR,
    alignSelf: 'start',
    height: `calc(100vh - ${BIZ_BAR}px)`,
    padding: '12px 10px 24px',
    overflowY: 'auto',
    background: palette.bg.paper,
    borderRight: `1px solid ${palette.border.main}`,
    '& a': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: 8,
      padding: '6px 12px',
      borderRadius: 8,
      color: palette.font.sub,
      textDecoration: 'none',
      [theme.breakpoints.down('md')]: { padding: '11px 12px' },
    },
    '& a:hover': { background: palette.bg.header },
    '& a[data-here]': {
      fontWeight: 700,
      color: palette.primary.main,
      background: palette.primary.lightest,
    },
    '& h2': { padding: '14px 12px 4px', fontSize: 11, fontWeight: 700, color: palette.font.sub },
    '& em': { fontStyle: 'normal', fontSize: 12, fontVariantNumeric: 'tabular-nums' },
    '& .counts': { display: 'inline-flex', alignItems: 'center', gap: 6 },
    '& em[data-late]': {
      minWidth: 20,
      padding: '0 6px',
      borderRadius: 10,
      fontWeight: 700,
      lineHeight: '20px',
      textAlign: 'center',
      color: '#ffffff',
      background: palette.error.main,
    },
    // Narrow words below each other; what is late stands at the corner.
    [theme.breakpoints.up('md')]: {
      '&[data-folded]': {
        padding: '8px 4px 24px',
        scrollbarWidth: 'none',
        '& h2': {
          height: 1,
          margin: '6px 10px',
          padding: 0,
          overflow: 'hidden',
          background: palette.border.main,
        },
        '& a': {
          position: 'relative',
          display: 'block',
          padding: '7px 2px',
          fontSize: 11,
          lineHeight: 1.35,
          textAlign: 'center',
          wordBreak: 'auto-phrase',
        },
        '& em:not([data-late])': { display: 'none' },
        '& em[data-late]': {
          position: 'absolute',
          top: 0,
          right: 0,
          minWidth: 15,
          padding: '0 3px',
          fontSize: 10,
          lineHeight: '15px',
        },
      },
    },
    [theme.breakpoints.down('md')]: {
      position: 'fixed',
      left: 0,
      zIndex: theme.zIndex.drawer,
      width: 'min(280px, 84vw)',
      boxShadow: theme.okuru.shadow.card,
      '&:not([data-open])': { display: 'none' },
    },
  }
})

const Shade = styled('div')(({ theme }) => ({
  position: 'fixed',
  inset: `${BIZ_BAR}px 0 0 0`,
  zIndex: theme.zIndex.drawer - 1,
  background: 'rgb(0 0 0 / 0.32)',
  [theme.breakpoints.up('md')]: { display: 'none' },
}))

type Props = {
  groups: ReturnType<typeof navFor>
  /** On a page that needs the room. */
  folded?: boolean
  open: boolean
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** An open drawer takes the focus, and returns it unless it was closed by navigation. */
function useDrawer({ open, button, onClose }: Omit<Props, 'groups' | 'folded'>) {
  const nav = useRef<HTMLElement>(null)
  useShortcuts([{ code: 'Escape', label: 'メニューを閉じる', inFields: true, run: onClose }], {
    enabled: open,
  })
  useCloseRequest(open, onClose)
  useEffect(() => {
    if (!open) return
    const places = nav.current
    const here = places?.querySelector<HTMLElement>('[aria-current="page"]')
    ;(here ?? places?.querySelector('a'))?.focus()
    const opener = button.current
    return () => {
      // The element with the focus may be hidden by now.
      const { activeElement } = document
      if (activeElement === document.body || places?.contains(activeElement)) opener?.focus()
    }
  }, [open, button])
  const leave = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (open && next instanceof Node && !nav.current?.contains(next) && next !== button.current) onClose()
  }
  return { nav, leave }
}

const COUNTS_MS = 60_000

function useHere() {
  const at = useLocation({ select: ({ pathname, search }) => ({ pathname, search }) })
  const id = requestAt(at.pathname)
  const { data } = useQuery({
    ...queryOf(purchaseRequestCalls.bizGet, { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  return entryAt(at, data?.station)
}

export function BizSideNav({ groups, folded = false, open, button, onClose }: Props) {
  const { nav, leave } = useDrawer({ open, button, onClose })
  const { data } = useQuery({
    ...queryOf(purchaseRequestCalls.today, { query: {} }),
    refetchInterval: COUNTS_MS,
    enabled: groups.some(({ entries }) => entries.some(({ station }) => station)),
  })
  const here = useHere()
  const stationOf = (key: string | undefined) =>
    key === 'late'
      ? data && { count: data.late.length, late: data.late.length }
      : data?.stations.find((station) => station.key === key)
  return (
    <>
      {open && <Shade onClick={onClose} />}
      <Nav
        aria-label="業務メニュー"
        data-open={open ? '' : undefined}
        data-folded={folded ? '' : undefined}
        id={NAV_ID}
        ref={nav}
        onBlur={leave}
      >
        {groups.map(({ title, entries }) => (
          <div key={title ?? 'work'}>
            {title && <h2>{title}</h2>}
            {entries.map((entry) => (
              <Link
                key={entry.label}
                to={entry.to}
                search={entry.search ?? {}}
                // The router's own matching would include the filters.
                activeOptions={{ exact: true }}
                aria-current={entry === here ? 'page' : undefined}
                data-here={entry === here ? '' : undefined}
                title={entry.code && `${entry.label} (${keyText({ after: LEAD, code: entry.code })})`}
              >
                {entry.label}
                <Count station={stationOf(entry.station)} />
              </Link>
            ))}
          </div>
        ))}
      </Nav>
    </>
  )
}

/** Red only for late ones; hidden at zero. */
export function Count({ station }: { station: { count: number; late: number } | undefined }) {
  if (!station || station.count === 0) return null
  const { count, late } = station
  return (
    <span className="counts">
      {late > 0 && (
        <em data-late="">
          <VisuallyHidden>遅れ</VisuallyHidden>
          {late}
          <VisuallyHidden>件</VisuallyHidden>
        </em>
      )}
      {count > late && (
        <em>
          {late > 0 && <VisuallyHidden>、ぜんぶで</VisuallyHidden>}
          {count}
          <VisuallyHidden>件</VisuallyHidden>
        </em>
      )}
    </span>
  )
}
