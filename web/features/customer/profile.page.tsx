import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'

export default function ProfilePage() {
  return (
    <Page title="お客さま情報">
      <Loading />
    </Page>
  )
}
