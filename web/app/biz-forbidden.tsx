import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'

export function BizForbidden({ owners }: { owners: string }) {
  return (
    <DetailPage title="この画面を開く権限がありません">
      <ErrorPanel kind="forbidden" heading={false} action={<MainLink to="/biz">「今日」を開く</MainLink>}>
        {`この画面は、${owners}だけが開けます。`}
      </ErrorPanel>
    </DetailPage>
  )
}
