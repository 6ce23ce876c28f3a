import type { ReactNode } from 'react'
import { PaperPlane } from '#web/ui/illustrations.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'

const onThisMachine = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)

export function DevMailHint() {
  if (!onThisMachine()) return null
  return (
    <p>
      開発中のメールは外へ送られません。<a href="/dev/mail">届いたメールを見る</a>
    </p>
  )
}

export function MailSent({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <MessagePanel
      picture={<PaperPlane />}
      actions={actions}
      small="数分たっても届かないときは、迷惑メールの中と、アドレスの綴りをお確かめください。"
    >
      {children}
      <DevMailHint />
    </MessagePanel>
  )
}
