import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { accountCalls } from '#contract/account'
import { onBackOnline } from '#web/lib/online.ts'
import { useCall } from '#web/lib/query-client.ts'
import { unsentChanges, useUnsentCount } from '#web/lib/unsent.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { shortcutsInUse, useShortcuts } from '#web/ui/use-shortcuts.ts'
import { BIZ_BAR, BizBar } from './biz-bar.tsx'
import { BizKept } from './biz-kept.tsx'
import { goToKeys, keptFor, navFor } from './biz-nav.ts'
import { BizSideNav } from './biz-side-nav.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useGoTo } from './use-go-to.ts'

const KeyListDialog = lazy(() =>
  import('#web/ui/key-list-dialog.tsx').then((module) => ({ default: module.KeyListDialog })),
)

const Root = styled('div')(({ theme }) => ({
  '--shell-top': `${BIZ_BAR}px`,
  display: 'grid',
  gridTemplate: `${BIZ_BAR}px auto minmax(calc(100vh - ${BIZ_BAR}px), auto) / minmax(0, 1fr)`,
  '& > .offline': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: '216px minmax(0, 1fr)' },
}))

/** A list with a search of its own is searched there; anything else is looked for from the bar. */
const ownSearch = () => document.querySelector<HTMLInputElement>('#main [role="search"] input[type="text"]')

/** The back office's frame: the shop's bar, the places of work with what waits there, and the keys to them. */
export default function BizShell() {
  const navigate = useNavigate()
  const [openAt, setOpenAt] = useState<string>()
  const [keysShown, setKeysShown] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const { data: account } = useCall(accountCalls.me)
  const groups = navFor(account?.businessUser)
  const here = useRouterState({ select: (state) => state.location.href })

  const owners = keptFor(useLocation(), account?.businessUser)

  // The drawer belongs to the place it was opened at, so going anywhere closes it.
  const open = openAt === here

  const places = groups.flatMap(({ entries }) => entries)
  const wayTo = useCallback(
    (code: string) => {
      const place = navFor(account?.businessUser)
        .flatMap(({ entries }) => entries)
        .find((entry) => entry.code === code)
      return place && (() => void navigate({ to: place.to, search: place.search }))
    },
    [navigate, account],
  )
  useGoTo(wayTo)
  useLeftBehind()
  const shortcuts = [
    { code: 'Slash', label: '探す', run: () => (ownSearch() ?? search.current)?.focus() },
    { code: 'Slash', shift: true, label: 'キー一覧', run: () => setKeysShown(true) },
  ]
  useShortcuts(shortcuts)

  return (
    <Root>
      <BizBar
        user={account?.businessUser ?? undefined}
        search={search}
        menuOpen={open}
        menuButton={menuButton}
        onMenu={() => setOpenAt(open ? undefined : here)}
        onKeys={() => setKeysShown(true)}
      />
      <div className="offline">
        <OfflineBanner working unsent={useUnsentCount()} />
        <UpdateNotice />
      </div>
      <BizSideNav groups={groups} open={open} button={menuButton} onClose={() => setOpenAt(undefined)} />
      {owners ? <BizKept owners={owners} /> : <Outlet />}
      {keysShown && (
        <Suspense fallback={null}>
          <KeyListDialog
            open
            onClose={() => setKeysShown(false)}
            shortcuts={[
              ...shortcutsInUse(),
              ...places.flatMap(({ code, label }) => (code ? [{ code: goToKeys(code), label }] : [])),
            ]}
          />
        </Suspense>
      )}
    </Root>
  )
}

/**
 * Changes and photos that found no way to the server on an earlier visit go out now, whatever page is opened first, and
 * again whenever the way is there.
 */
function useLeftBehind() {
  const client = useQueryClient()
  useEffect(() => {
    const resume = () => {
      import('#web/features/purchase-request/shared/biz/photo-queue.ts').then(
        ({ resumePhotos }) => resumePhotos(client),
        () => undefined,
      )
      if (unsentChanges().length === 0) return
      import('#web/features/item/biz/bench-queues.ts').then(
        ({ resumeBenches }) => resumeBenches(client),
        () => undefined,
      )
    }
    resume()
    return onBackOnline(resume)
  }, [client])
}
