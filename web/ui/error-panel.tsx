import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { QuietButton } from './button.tsx'
import { ClosedShop, LostLabel, PaperPlane } from './illustrations.tsx'
import { MessagePanel } from './message-panel.tsx'

export type ErrorKind = 'forbidden' | 'lost' | 'server' | 'offline'

export function errorKindOf(status: number | undefined): ErrorKind {
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'lost'
  return status === undefined || status >= 500 ? 'server' : status < 0 ? 'offline' : 'server'
}

const words: Record<ErrorKind, { title: string; body: string; picture: ReactNode }> = {
  forbidden: {
    title: 'この画面を開く権限がありません',
    body: '別のアカウントをお使いの場合は、ログインし直すと開けることがあります。',
    picture: <ClosedShop />,
  },
  lost: {
    title: 'ページが見つかりません',
    body: 'アドレスが変わったか、掲載が終わったページかもしれません。',
    picture: <LostLabel />,
  },
  server: {
    title: 'ただいま処理できません',
    body: 'こちらの不具合です。少し待ってから、もう一度お試しください。',
    picture: <PaperPlane />,
  },
  offline: {
    title: '通信が切れています',
    body: '電波の届く場所で、もう一度お試しください。',
    picture: <PaperPlane />,
  },
}

type Props = {
  kind?: ErrorKind
  heading?: boolean
  saved?: string
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
  errorId?: string
}

export function ErrorPanel(props: Props) {
  const { kind = 'server', heading = true, saved, children, onRetry, retrying, action, errorId } = props
  const { title, body, picture } = words[kind]
  return (
    <MessagePanel
      role="alert"
      picture={picture}
      title={heading ? title : undefined}
      small={errorId && `お問い合わせの際は番号 ${errorId} をお伝えください。`}
      actions={
        (onRetry || action) && (
          <>
            {onRetry && (
              <QuietButton onClick={onRetry} pending={retrying}>
                もう一度試す
              </QuietButton>
            )}
            {action}
          </>
        )
      }
    >
      <p>{children ?? body}</p>
      {saved && <p>{saved}</p>}
    </MessagePanel>
  )
}

type FailedReadProps = {
  read: { error: unknown; isRefetching: boolean; refetch: () => unknown }
  /** Said where there is no such thing; trying again does not help then. */
  missing?: string
  /** The way on from there. */
  action?: ReactNode
}

/** In place of a page of the storefront that could not be read. */
export function FailedRead({ read, missing, action }: FailedReadProps) {
  const kind = errorKindOf(read.error instanceof ApiError ? read.error.status : undefined)
  return kind === 'lost' ? (
    <ErrorPanel kind={kind} action={action}>
      {missing}
    </ErrorPanel>
  ) : (
    <ErrorPanel kind={kind} onRetry={() => void read.refetch()} retrying={read.isRefetching} />
  )
}
