import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/error'
import { errorCode, sentenceFor } from '#web/lib/ask.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useAttention } from '#web/ui/use-attention.ts'

const said: Partial<Record<ErrorCode, { title: string; body?: string }>> = {
  offer_changed: {
    title: '査定結果が更新されました',
    body: '新しい結果を表示しています。金額が変わった品は、もう一度お選びください。ほかの選択は残っています。',
  },
  unknown_slug: {
    title: '査定結果が更新されました',
    body: '新しい結果を表示しています。内容をご確認ください。',
  },
  answer_differs: {
    title: 'すでにお返事をいただいています',
    body: '別の画面から、違う内容でお答えいただいたようです。お受けした内容を表示しています。',
  },
  illegal_transition: {
    title: 'この申し込みには、いまはお返事いただけません',
    body: '状況が変わりました。新しい内容を表示しています。',
  },
  offer_expired: { title: 'お返事の期限を過ぎました' },
  held: {
    title: '手続きを一時的に止めています',
    body: '確認中の事項があります。確認が終わりしだいご連絡します。選んだ内容は残っていて、この間に売却やお返しが進むことはありません。',
  },
}

export function AnswerNotice({ error }: { error: unknown }) {
  const code = errorCode(error)
  const known = code && said[code]
  const ref = useAttention<HTMLDivElement>(error)
  return (
    <Notice
      ref={ref}
      role="alert"
      tone={known ? 'wait' : 'late'}
      title={known?.title ?? 'お返事を送れませんでした'}
      actions={code === 'held' && <Link to="/contact">問い合わせる</Link>}
    >
      {known?.body ?? sentenceFor(error)}
      {!known && '選んだ内容は残っています。'}
    </Notice>
  )
}
