import { useRouter } from '@tanstack/react-router'
import { QuietButton } from '#web/ui/button.tsx'
import { EmptyBox } from '#web/ui/illustrations.tsx'
import { MessagePanel } from '#web/ui/message-panel.tsx'
import { Page } from '#web/ui/page.tsx'

/** An address that is planned but has no page yet says so. */
export default function InPreparationPage() {
  const router = useRouter()
  return (
    <Page title="この画面は準備中です">
      <MessagePanel
        picture={<EmptyBox />}
        actions={<QuietButton onClick={() => router.history.back()}>前の画面へ戻る</QuietButton>}
      >
        <p>まだお使いいただけません。でき次第、ここから開けるようになります。</p>
      </MessagePanel>
    </Page>
  )
}
