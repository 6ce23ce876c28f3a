import { Outlet } from '@tanstack/react-router'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { DialogKeys } from '#web/ui/dialog-keys.tsx'
import { KeysOfDialogs } from '#web/ui/key-layer.ts'
import { Notifications } from '#web/ui/notify.tsx'
import { SkipLink } from './skip-link.tsx'
import { BizTheme } from './theme/store-theme-provider.tsx'

/** Everything of the back office, its sign-in pages included, in its own dense look. */
export default function BizRoot() {
  return (
    <BizTheme>
      <KeysOfDialogs value={DialogKeys}>
        <ConfirmProvider>
          <SkipLink />
          <Outlet />
          <Notifications />
        </ConfirmProvider>
      </KeysOfDialogs>
    </BizTheme>
  )
}
