import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

export default function LeavePage() {
  return (
    <Page title="退会のお手続き">
      <Loading />
    </Page>
  )
}
