import { Link } from '@tanstack/react-router'
import { Notice } from '#web/ui/notice.tsx'
import type { Lock } from './product-facts.ts'

type Props = { lock: Lock; request: number; slug: string; onReopen: () => void }

/** Why the article can be read and not written. */
export function LockNotice({ lock, request, slug, onReopen }: Props) {
  if (lock === 'finished')
    return (
      <Notice
        tone="ok"
        title="商品化は終わっています"
        actions={
          <>
            <button type="button" onClick={onReopen}>
              商品化をやり直す
            </button>
            <Link to="/biz/sales" search={{ record: slug }}>
              販売を記録する
            </Link>
          </>
        }
      >
        内容を直すときは、商品化をやり直してください。
      </Notice>
    )
  if (lock === 'sold')
    return (
      <Notice
        tone="wait"
        title="販売済みです"
        actions={
          <Link to="/biz/sales" search={{ q: slug }}>
            この商品の販売を見る
          </Link>
        }
      >
        内容は変えられません。返品があったときは、先に販売の画面で返品を記録してください。
      </Notice>
    )
  if (lock === 'held')
    return (
      <Notice tone="late" title="保留中です" actions={<Link to="/biz/holds">保留の一覧を見る</Link>}>
        保留が解かれるまで、内容は変えられず、出品もできません。
      </Notice>
    )
  return (
    <Notice
      tone="late"
      title="商品化の対象ではなくなりました"
      actions={
        <Link to="/biz/requests/$id" params={{ id: String(request) }}>
          {`申し込み ${request} を見る`}
        </Link>
      }
    >
      契約が解除されたか、買取が成立していません。内容は変えられません。
    </Notice>
  )
}
