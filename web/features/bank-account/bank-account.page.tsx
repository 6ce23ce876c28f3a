import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

export default function BankAccountPage() {
  return (
    <Page title="振込先の口座">
      <Loading />
    </Page>
  )
}
