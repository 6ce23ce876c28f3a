import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { formatDateTimeJa } from '#contract/day'
import { useLoggedIn } from '#web/lib/session.ts'
import { Card } from '#web/ui/card.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page, Section, Stack } from '#web/ui/page.tsx'
import { KeptRecords } from './kept-records.tsx'
import { leftAt } from './left.ts'

const Points = styled('ul')({
  paddingLeft: 20,
  fontSize: 14,
  '& li': { listStyle: 'disc', padding: '4px 0' },
})

/** Needs no account: whoever opens it later reads what became of their data. */
export default function LeftPage() {
  const at = leftAt()
  const isLoggedIn = useLoggedIn()
  const hasLeft = at !== null && !isLoggedIn
  return (
    <Page
      title={hasLeft ? '退会のお手続きが終わりました' : '退会された方の記録について'}
      lead={
        hasLeft
          ? 'ご利用いただき、ありがとうございました。'
          : '退会のあとに削除するもの、残るものと、その期間をご案内します。'
      }
    >
      {hasLeft && (
        <Section>
          <Notice tone="ok" role="status" title={`${formatDateTimeJa(at)}に退会されました`}>
            お手続きが終わったことを、ご登録だったメールアドレスにもお知らせしています。ご自身でお手続きしていないときは、すぐに
            <Link to="/contact">お問い合わせ</Link>からご連絡ください。
          </Notice>
        </Section>
      )}
      <Section title={hasLeft ? '削除したもの' : '退会すると、すぐに削除するもの'}>
        <Card>
          <Points>
            <li>すべての端末のログイン。このアカウントでは、もうログインできません。</li>
            <li>振込先の口座の登録。</li>
            <li>書きかけの申し込みと、お手続きの途中だった本人確認の画像。</li>
            <li>LINEなど、ほかのサービスとの連携。</li>
            <li>ご登録と結び付いた、広告と閲覧の記録。</li>
          </Points>
        </Card>
      </Section>
      <KeptRecords />
      <Section title="お問い合わせと、もう一度のご利用">
        <Stack gap={12}>
          <p style={{ fontSize: 14 }}>
            残っている記録の開示・訂正・削除のご請求や、ご不明な点は、退会のあともお受けしています。お名前と、ご登録だったメールアドレスを書き添えてください。
          </p>
          <QuietLink to="/contact">お問い合わせ</QuietLink>
          {isLoggedIn ? (
            <QuietLink to="/leave">退会のお手続きへ</QuietLink>
          ) : (
            <QuietLink to="/register">もう一度、会員登録する</QuietLink>
          )}
          <QuietLink to="/">トップページへ</QuietLink>
        </Stack>
      </Section>
    </Page>
  )
}
