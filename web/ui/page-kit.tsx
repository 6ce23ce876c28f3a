import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useRef } from 'react'
import { useCloseRequest } from './close-request.ts'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icons.tsx'
import { useDocumentTitle } from './page.tsx'
import { type Pages, Pagination } from './pagination.tsx'
import { type TabItem, Tabs } from './tabs.tsx'
import { useIsPhone } from './use-is-phone.ts'

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  minHeight: 'calc(100vh - var(--shell-top, 0px))',
  [theme.breakpoints.up('lg')]: { '&[data-detail]': { gridTemplateColumns: 'minmax(0, 1fr) 380px' } },
}))

const Main = styled('main')({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  minWidth: 0,
  padding: '18px 20px',
})

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  '& h1': { ...theme.typography.h1 },
  // A field among them has its label above.
  '& > .actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 8, marginLeft: 'auto' },
  '& > .actions > *': { flex: 'none' },
  '& > .shown': { display: 'contents' },
  // Beside the title where there is room, otherwise in lines of their own; the next step first.
  [theme.breakpoints.down('sm')]: {
    // Contains what is hidden by its position.
    '& > .actions': { position: 'relative', minWidth: 0, maxWidth: '100%' },
    '& > .actions > *': { maxWidth: '100%', whiteSpace: 'nowrap' },
    '& > .actions > [data-go]': { order: -1 },
    // One line to be pushed along, however many there are.
    '& > .shown': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: 4,
      flex: '1 0 100%',
      order: 1,
      minWidth: 0,
      margin: '0 -20px',
      padding: '2px 20px',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      '& > *': { flex: 'none', flexWrap: 'nowrap', whiteSpace: 'nowrap' },
    },
  },
}))

const Filters = styled('div')({
  display: 'flex',
  alignItems: 'end',
  gap: 8,
  '& > div': { display: 'flex', flexDirection: 'column', gap: 12, flex: 1, minWidth: 0 },
  '& > span': { display: 'flex', gap: 8, flex: 'none' },
})

const Aside = styled('aside')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 14,
  padding: '18px 20px',
  background: theme.okuru.palette.bg.paper,
  borderLeft: `1px solid ${theme.okuru.palette.border.main}`,
  outline: 'none',
  '& h2': { ...theme.typography.h2 },
  '& > .close': { position: 'absolute', top: 10, right: 10 },
  // It scrolls by itself, so sticky content sticks to its own upper edge.
  '& > *': { '--shell-top': '0px' },
  [theme.breakpoints.up('lg')]: {
    position: 'sticky',
    top: 'var(--shell-top, 0px)',
    height: 'calc(100vh - var(--shell-top, 0px))',
    overflow: 'auto',
  },
  [theme.breakpoints.down('lg')]: {
    position: 'fixed',
    inset: '0 0 0 auto',
    zIndex: theme.zIndex.drawer,
    width: 'min(420px, 100vw)',
    overflow: 'auto',
    boxShadow: theme.okuru.shadow.card,
  },
}))

/** A page's main part, and beside it on a wide screen what belongs to it. */
export const WithAside = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  alignItems: 'start',
  '& h2': { ...theme.typography.h2 },
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
}))

type Props<Tab extends string> = {
  title: string
  tabs?: readonly TabItem<Tab>[]
  tab?: Tab
  onTab?: (tab: Tab) => void
  actions?: ReactNode
  views?: ReactNode
  filters?: ReactNode
  tools?: ReactNode
  children: ReactNode
  pagination?: Pages | undefined
  detail?: ReactNode
  detailLabel?: string
  onCloseDetail?: () => void
}

const nothing = () => undefined

/** On a narrow screen the detail covers the list: Back closes it, and on a phone it has the focus meanwhile. */
function useCoveringDetail(shown: boolean, onClose: (() => void) | undefined) {
  const covers = useMediaQuery((theme: Theme) => theme.breakpoints.down('lg'), { noSsr: true })
  const isPhone = useIsPhone()
  const detail = useRef<HTMLElement>(null)
  useCloseRequest(shown && covers && onClose !== undefined, onClose ?? nothing)
  useEffect(() => {
    if (!shown || !isPhone) return
    const opener = document.activeElement
    detail.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [shown, isPhone])
  return detail
}

/** On a phone the tabs are wider than the page. */
function useChosenInSight(tab: string | undefined) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is pressed then.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    // Only sideways: the page stays where it is.
    if (row.current && chosen)
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
  }, [tab])
  return row
}

/** The layout of a back office list; its state lives in the address. */
export function ListPage<Tab extends string>(props: Props<Tab>) {
  const {
    title,
    tabs,
    tab,
    onTab,
    actions,
    views,
    filters,
    tools,
    children,
    pagination,
    detail,
    detailLabel,
    onCloseDetail,
  } = props
  useDocumentTitle(title)
  const covering = useCoveringDetail(Boolean(detail), onCloseDetail)
  const shown = useChosenInSight(tab)
  const aside = filters ? undefined : tools
  return (
    <Frame data-detail={detail ? '' : undefined}>
      <Main id="main">
        <Head>
          <h1>{title}</h1>
          {(tabs || views) && (
            <div className="shown" ref={shown}>
              {tabs && onTab && <Tabs items={tabs} value={tab} onChange={onTab} label={`${title}の表示`} />}
              {views}
            </div>
          )}
          {(actions || aside) && (
            <span className="actions">
              {actions}
              {aside}
            </span>
          )}
        </Head>
        {filters && (
          <Filters>
            <div>{filters}</div>
            {tools && <span>{tools}</span>}
          </Filters>
        )}
        {children}
        {pagination && <Pagination {...pagination} />}
      </Main>
      {detail && (
        <Aside aria-label={detailLabel ?? '詳細'} ref={covering} tabIndex={-1}>
          {onCloseDetail && (
            <span className="close">
              <IconButton label="詳細を閉じる" onClick={onCloseDetail}>
                <Icon name="close" size={18} />
              </IconButton>
            </span>
          )}
          {detail}
        </Aside>
      )}
    </Frame>
  )
}

export function DetailPage(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, lead, actions, children } = props
  useDocumentTitle(title)
  return (
    <Main id="main">
      <Head>
        <h1>{title}</h1>
        {lead}
        {actions && <span className="actions">{actions}</span>}
      </Head>
      {children}
    </Main>
  )
}
