import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { isElsewhere, openOnStore } from '#web/app/theme/store-key.ts'
import { useStoreTheme } from '#web/app/theme/store-theme-provider.tsx'
import { ApiError } from '#web/lib/api-error.ts'
import { isPlainObject, toCamel } from '#web/lib/case.ts'
import { currentOwner, removeDraft } from '#web/lib/draft-store.ts'
import { errorCode } from '#web/lib/errors.ts'
import { REQUEST_DRAFT } from '#web/lib/unsent.ts'
import { DangerButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stack } from '#web/ui/page.tsx'

/** A request that was begun for another shop. */
type Begun = { id: number; version: number; shopName: string; storeKey: string; count: number }

function begunIn(error: unknown): Begun | undefined {
  if (errorCode(error) !== 'draft_elsewhere' || !(error instanceof ApiError)) return undefined
  const { body } = error
  return isPlainObject(body) && isPlainObject(body.begun)
    ? (toCamel(body.begun) as unknown as Begun)
    : undefined
}

/** What may go for the new one. */
export type Replaces = { replaces?: Pick<Begun, 'id' | 'version'> }

type Options = {
  /** Puts the articles into the draft. */
  take: (part: Replaces) => Promise<unknown>
  onProblem: (error: unknown) => void
  pending: boolean
  /** What becomes of the articles meanwhile. */
  children: ReactNode
}

/** Goes on to a request. Where one for another shop was begun, the customer chooses which of the two stays. */
export function useGoOn({ take, onProblem, pending, children }: Options) {
  const navigate = useNavigate()
  const { storeKey } = useStoreTheme()
  const [begun, setBegun] = useState<Begun>()
  const press = async (part: Replaces = {}) => {
    try {
      await take(part)
      // It was part of what was begun.
      if (part.replaces) removeDraft(currentOwner(), REQUEST_DRAFT)
      await navigate({ to: '/requests/new' })
    } catch (error) {
      // Also when it was changed on another screen since: what goes is what was shown.
      const found = begunIn(error)
      setBegun(found)
      if (!found) onProblem(error)
    }
  }
  const own = begun?.storeKey ?? ''
  const mustLeave = isElsewhere(storeKey, own)
  const goOn = () => (mustLeave ? openOnStore(own, '/requests/new') : void navigate({ to: '/requests/new' }))
  const close = () => setBegun(undefined)
  const dialog = begun && (
    <Dialog
      open
      title="別のお店への申し込みが書きかけです"
      onClose={close}
      actions={
        <>
          <NextButton autoFocus onClick={goOn}>
            {mustLeave ? 'お店のサイトで続ける' : '書きかけの続きへ'}
          </NextButton>
          <DangerButton
            pending={pending}
            onClick={() => void press({ replaces: { id: begun.id, version: begun.version } })}
          >
            書きかけを消して申し込む
          </DangerButton>
          <QuietButton onClick={close}>戻る</QuietButton>
        </>
      }
    >
      <Stack gap={8}>
        <p>
          {`${begun.shopName || '別のお店'}への申し込み${begun.count > 0 ? `(品${begun.count}点)` : ''}が途中です。1回の申し込みで送れるお店は1つのため、一緒にはできません。`}
        </p>
        <p>{children}</p>
        {mustLeave && (
          <p>
            いまは別のお店のサイトをご覧です。書きかけの続きは、申し込み先のお店を選べるサイトで開きます。
          </p>
        )}
        <p>消すと、書きかけの品のリストや写真は元に戻せません。</p>
      </Stack>
    </Dialog>
  )
  return { press, dialog }
}
