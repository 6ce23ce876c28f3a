import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { logout } from '#web/lib/session.ts'
import {
  countUnsent,
  countUnsentMoves,
  hasOtherDrafts,
  hasUnsentMoves,
  sendUnsent,
  unsentChanges,
  unsentPreAssessments,
  unsentProducts,
} from '#web/lib/unsent.ts'
import { notify } from '#web/ui/notify.tsx'
import type SignOutDialog from './sign-out-dialog.tsx'
import type { SignOutAnswer } from './sign-out-dialog.tsx'

const loadDialog = () => import('./sign-out-dialog.tsx').then((part) => part.default)

async function countLeft(): Promise<number> {
  const changes = unsentChanges().reduce((sum, { slugs }) => sum + slugs.length, 0)
  const photos = await import('#web/features/purchase-request/shared/biz/photo-queue.ts').then(
    ({ unsentPhotos }) => unsentPhotos(),
    () => 0,
  )
  return Math.max(countUnsent(), changes + unsentProducts().length + photos + countUnsentMoves())
}

/** Asks before signing out when changes are unsent, because that deletes them. Returns the function and the dialog. */
export function useSignOut(): { signOut: (onLeft: () => void) => void; question: ReactNode } {
  const router = useRouter()
  const [asked, setAsked] = useState<{ unsent: number; onLeft: () => void; Ask: typeof SignOutDialog }>()
  // Preloaded: unsent changes mostly mean that the connection is gone.
  useEffect(() => {
    loadDialog().catch(() => undefined)
  }, [])

  const leave = (onLeft: () => void) => {
    void logout()
    onLeft()
  }
  const signOut = async (onLeft: () => void) => {
    const unsent = await countLeft()
    if (unsent === 0 && !hasOtherDrafts()) return leave(onLeft)
    await loadDialog().then(
      (Ask) => setAsked({ unsent, onLeft, Ask }),
      () => {
        if (window.confirm(`未送信が${unsent}件あります。ログアウトするとこの端末から消えます。`))
          leave(onLeft)
      },
    )
  }
  const answer = (said: SignOutAnswer) => {
    setAsked(undefined)
    if (said === 'leave' && asked) leave(asked.onLeft)
    if (said !== 'send') return
    sendUnsent()
    notify.info('未送信のものを送っています。終わったら、もう一度ログアウトしてください。')
    // Opens the page that sends them and shows what is in the way.
    const [first] = unsentChanges()
    const [product] = unsentProducts()
    const [named] = unsentPreAssessments()
    if (first)
      void router.navigate({
        to: '/biz/bench/$id',
        params: { id: first.request },
        search: { item: first.slugs[0] },
      })
    else if (product) void router.navigate({ to: '/biz/productization/$slug', params: { slug: product } })
    else if (named) void router.navigate({ to: '/biz/pre-assessments/$id', params: { id: named } })
    else if (hasUnsentMoves()) void router.navigate({ to: '/biz/custody' })
  }
  return {
    signOut: (onLeft) => void signOut(onLeft),
    question: asked && <asked.Ask unsent={asked.unsent} onAnswer={answer} />,
  }
}
