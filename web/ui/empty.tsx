import type { ReactNode } from 'react'
import { EmptyBox } from './illustrations.tsx'
import { MessagePanel } from './message-panel.tsx'

type Props = {
  title: string
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
}

export function Empty({ title, children, action, picture = <EmptyBox /> }: Props) {
  return (
    <MessagePanel picture={picture} title={title} actions={action}>
      {children && <p>{children}</p>}
    </MessagePanel>
  )
}
