import { styled } from '@mui/material/styles'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { useOnline } from '#web/lib/online.ts'
import { isNetworkFailure } from '#web/lib/request.ts'
import { Icon } from './icons.tsx'

const Root = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  padding: '8px 16px',
  fontSize: 13,
  lineHeight: 1.5,
  color: theme.okuru.palette.warning.main,
  background: theme.okuru.palette.warning.bg,
}))

type Props = {
  unsent?: number
  working?: boolean
}

const workingWords = (unsent: number): string =>
  unsent > 0
    ? `通信が切れています。入力は続けられます。未送信 ${unsent}件は、つながり次第お送りします。`
    : '通信が切れています。入力は続けられます。'

let tellers = 0
const { subscribe, tell } = createListeners()
const count = (change: 1 | -1) => {
  tellers += change
  tell()
}

/** For a page whose own notice says that the connection is gone: it is not said twice. */
export function useTellsOffline(error: unknown): void {
  const tells = isNetworkFailure(error)
  useEffect(() => {
    if (!tells) return
    count(1)
    return () => count(-1)
  }, [tells])
}

/** Says that the connection is gone, what still works, and how much waits to be sent. */
export function OfflineBanner({ unsent = 0, working = false }: Props) {
  const online = useOnline()
  const isSending = useSendingAfter(online, unsent)
  const isTold = useSyncExternalStore(
    subscribe,
    () => tellers > 0,
    () => false,
  )
  return (
    <div role="status">
      {!online && !(isTold && unsent === 0) && (
        <Root>
          <Icon name="offline" size={18} />
          {working ? workingWords(unsent) : '通信が切れています。表示中の内容はそのままご覧いただけます。'}
        </Root>
      )}
      {isSending && <Root>{`つながりました。未送信 ${unsent}件をお送りしています。`}</Root>}
    </div>
  )
}

/** From when the connection is back until everything has been sent. */
function useSendingAfter(online: boolean, unsent: number): boolean {
  const [wasOffline, setWasOffline] = useState(!online)
  if (!online && !wasOffline) setWasOffline(true)
  if (online && wasOffline && unsent === 0) setWasOffline(false)
  return online && wasOffline && unsent > 0
}
