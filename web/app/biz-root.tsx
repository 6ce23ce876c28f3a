import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { DialogKeys } from '#web/ui/dialog-keys.tsx'
import { KeysOfDialogs } from '#web/ui/key-layer.ts'
import { Notifications } from '#web/ui/notify.tsx'
import { keepOfficeResponses } from './office.ts'
import { startWorker } from './release-update.ts'
import { SkipLink } from './skip-link.tsx'
import { SuspendedSessionDialog } from './suspended-session.tsx'
import { BizTheme } from './theme/store-theme-provider.tsx'

export default function BizRoot() {
  const client = useQueryClient()
  useEffect(() => {
    void keepOfficeResponses(client)
    startWorker('/biz')
  }, [client])
  return (
    <BizTheme>
      <KeysOfDialogs value={DialogKeys}>
        <ConfirmProvider>
          <SkipLink />
          <Outlet />
          <Notifications />
          <SuspendedSessionDialog />
        </ConfirmProvider>
      </KeysOfDialogs>
    </BizTheme>
  )
}
