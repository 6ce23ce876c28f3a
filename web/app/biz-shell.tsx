import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { accountCalls } from '#contract/account'
import { Scanner } from '#web/features/purchase-request/shared/biz/scanner.tsx'
import { onBackOnline } from '#web/lib/online.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useSuspendedSession } from '#web/lib/suspended-session.ts'
import {
  hasUnsentMoves,
  unsentChanges,
  unsentPreAssessments,
  unsentProducts,
  useUnsentCount,
} from '#web/lib/unsent.ts'
import { beep } from '#web/ui/beep.ts'
import { dropQueuedKeys } from '#web/ui/key-pipeline.ts'
import { enterField, isTextField, leaveField } from '#web/ui/keyboard.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { NOWHERE, type Shortcut, shortcutsInUse } from '#web/ui/shortcut-list.ts'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { BIZ_BAR, BizBar } from './biz-bar.tsx'
import { BizForbidden } from './biz-forbidden.tsx'
import { isFolded, LEAD, navFor, restrictedTo } from './biz-nav.ts'
import { BizSideNav } from './biz-side-nav.tsx'
import { UpdateNotice } from './update-notice.tsx'

const KeyListDialog = lazy(() =>
  import('#web/ui/key-list-dialog.tsx').then((module) => ({ default: module.KeyListDialog })),
)

const Palette = lazy(() => import('./biz-palette.tsx').then((module) => ({ default: module.BizPalette })))

const Root = styled('div')(({ theme }) => ({
  '--shell-top': `${BIZ_BAR}px`,
  display: 'grid',
  gridTemplate: `${BIZ_BAR}px auto minmax(calc(100vh - ${BIZ_BAR}px), auto) / minmax(0, 1fr)`,
  '& > .offline': { gridColumn: '1 / -1' },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '216px minmax(0, 1fr)',
    '&[data-folded]': { gridTemplateColumns: '64px minmax(0, 1fr)' },
  },
}))

/** Listed for dialogs; this list itself cannot be opened over one. */
const inDialogs: readonly Shortcut[] = [
  { code: 'Enter', ctrl: true, label: '小さな画面で、次へ進める', run: () => undefined, elsewhere: true },
  { code: 'Escape', label: '小さな画面を閉じる', run: () => undefined, elsewhere: true },
]

/** `at`: the page it was opened over. */
type Over = { what: 'keys' | 'palette'; at: string; shortcuts: readonly Shortcut[]; onShown: () => void }

const ownSearch = () =>
  document.querySelector<HTMLInputElement>('#main [role="search"] input[type="text"]:not([aria-hidden])')

export default function BizShell() {
  const navigate = useNavigate()
  const [openAt, setOpenAt] = useState<string>()
  // With the shortcuts of the page before this covered it.
  const [opened, setOver] = useState<Over>()
  const search = useRef<HTMLInputElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const { data: account } = useCall(accountCalls.me)
  const groups = navFor(account?.businessUser)
  const here = useRouterState({ select: (state) => state.location.href })

  const isSuspended = useSuspendedSession() !== undefined
  const { pathname } = useLocation()
  const owners = restrictedTo(pathname, account?.businessUser)
  const folded = isFolded(pathname)

  const isInspector = account?.businessUser?.role === 'inspector'

  // Navigation closes it, for instance a scan under the palette.
  const open = openAt === here
  const over = opened?.at === here ? opened : undefined

  const places = groups.flatMap(({ entries }) => entries)
  const showOver = (what: Over['what']) => () =>
    new Promise<void>((onShown) =>
      setOver({ what, at: here, shortcuts: [...shortcutsInUse(), ...inDialogs], onShown }),
    )
  useLeftBehind()
  useShortcuts(
    [
      { code: 'Slash', label: '探す', run: () => enterField(ownSearch() ?? search.current) },
      {
        code: 'KeyK',
        ctrl: true,
        label: '画面・お客さま・番号・操作を呼び出す',
        inFields: true,
        run: showOver('palette'),
      },
      { code: 'Slash', shift: true, label: 'キー一覧', run: showOver('keys') },
      {
        code: 'Escape',
        label: '入力欄から出る',
        inFields: true,
        when: () => isTextField(document.activeElement),
        run: leaveField,
      },
      ...places.flatMap(({ code, label, to, search: conditions }) =>
        code ? [{ after: LEAD, code, label, run: () => navigate({ to, search: conditions }) }] : [],
      ),
    ],
    { everywhere: true },
  )

  return (
    <Root data-folded={folded ? '' : undefined}>
      <BizBar
        user={account?.businessUser ?? undefined}
        search={search}
        menuOpen={open}
        menuButton={menuButton}
        onMenu={() => setOpenAt(open ? undefined : here)}
        onKeys={() => void showOver('keys')()}
        onPalette={() => void showOver('palette')()}
      />
      <div className="offline">
        <OfflineBanner working unsent={useUnsentCount()} />
        <UpdateNotice />
      </div>
      <BizSideNav
        groups={groups}
        folded={folded}
        open={open}
        button={menuButton}
        onClose={() => setOpenAt(undefined)}
      />
      <Place owners={owners} isInspector={isInspector} />
      {!isInspector && <Scanner />}
      {isSuspended && <PasswordAsked />}
      {over && (
        <Suspense fallback={null}>
          {over.what === 'keys' ? (
            <>
              <KeyListDialog open onClose={() => setOver(undefined)} shortcuts={over.shortcuts} />
              <Shown onShown={over.onShown} />
            </>
          ) : (
            <Palette
              places={places}
              shortcuts={over.shortcuts}
              isOperator={isInspector || account?.businessUser?.company.isOperator === true}
              onShown={over.onShown}
              onClose={() => setOver(undefined)}
            />
          )}
        </Suspense>
      )}
    </Root>
  )
}

/** There is one page for an inspection. */
function Place({ owners, isInspector }: { owners: string | undefined; isInspector: boolean }) {
  if (!owners) return <Outlet />
  return isInspector ? <Navigate to="/biz/inspection" replace /> : <BizForbidden owners={owners} />
}

/** Drops scans and queued keys while the password dialog covers the page. */
function PasswordAsked() {
  useScans(() => {
    beep(false)
    return NOWHERE
  })
  useLayoutEffect(dropQueuedKeys, [])
  return null
}

function Shown({ onShown }: { onShown: () => void }) {
  useEffect(onShown, [onShown])
  return null
}

/** Sends changes, hand-overs and photos left by an earlier visit, now and whenever the server is reachable again. */
function useLeftBehind() {
  const client = useQueryClient()
  useEffect(() => {
    const resume = () => {
      import('#web/features/purchase-request/shared/biz/photo-queue.ts').then(
        ({ resumePhotos }) => resumePhotos(client),
        () => undefined,
      )
      if (hasUnsentMoves())
        import('#web/features/custody/biz/moves.ts').then(
          ({ resumeMoves }) => resumeMoves(client),
          () => undefined,
        )
      if (unsentProducts().length > 0)
        import('#web/features/productization/biz/product-queue.ts').then(
          ({ resumeProducts }) => resumeProducts(client),
          () => undefined,
        )
      if (unsentPreAssessments().length > 0)
        import('#web/features/pre-assessment/biz/entry-queues.ts').then(
          ({ resumePreAssessments }) => resumePreAssessments(client),
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
