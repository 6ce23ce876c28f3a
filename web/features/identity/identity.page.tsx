import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

export default function IdentityPage() {
  return (
    <Page title="本人確認">
      <Loading />
    </Page>
  )
}
