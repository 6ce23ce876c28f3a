import { Outlet } from '@tanstack/react-router'
import { ConfirmProvider } from '#web/ui/confirm.tsx'
import { Notifications } from '#web/ui/notify.tsx'
import { HeldSession } from './held-session.tsx'
import { SkipLink } from './skip-link.tsx'
import { BizTheme } from './theme/store-theme-provider.tsx'

/** Everything of the back office, its sign-in pages included, in its own dense look. */
export default function BizRoot() {
  return (
    <BizTheme>
      <ConfirmProvider>
        <SkipLink />
        <Outlet />
        <Notifications />
        <HeldSession />
      </ConfirmProvider>
    </BizTheme>
  )
}
