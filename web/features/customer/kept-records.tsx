import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { taxMonths } from '#contract/retention'
import { Card } from '#web/ui/card.tsx'
import { Section } from '#web/ui/page.tsx'

const Records = styled('dl')(({ theme }) => ({
  '& > div': { padding: '12px 0' },
  '& > div:first-of-type': { paddingTop: 0 },
  '& > div + div': { borderTop: `1px solid ${theme.okuru.palette.border.main}` },
  '& dt': { fontSize: 14, fontWeight: 700 },
  '& dd': { fontSize: 14, lineHeight: 1.7 },
  '& dd + dd': { marginTop: 4, fontSize: 13, color: theme.okuru.palette.font.sub },
}))

const period = `${Math.floor(taxMonths / 12)}年${taxMonths % 12}か月`

const records = [
  {
    name: 'お店の古物台帳と、本人確認の記録',
    content: 'お取引の品と金額、お名前・ご住所・ご職業・年齢、確認した書類の種類と番号。',
    until: `お店ごとに、最後のお取引から${period}。古物営業法と消費税法で、お店が保存します。`,
  },
  {
    name: 'お振込みの記録',
    content: '日付と金額、お振込み先。',
    until: `お振込みから${period}。税の法律により保存します。`,
  },
  {
    name: 'お申し込みと査定の記録',
    content: 'お品物の写真、査定額、お店とのやり取り。',
    until: `上の期間が終わると、お名前とご住所を外します。`,
  },
] as const

/** What the law keeps of somebody who leaves. The nightly jobs of `server/domains/retention` end it. */
export function KeptRecords() {
  return (
    <Section title="退会のあとも残るもの">
      <Card>
        <Records>
          {records.map(({ name, content, until }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{content}</dd>
              <dd>{until}</dd>
            </div>
          ))}
        </Records>
        <p style={{ marginTop: 8, fontSize: 13 }}>
          期間が終わった記録は、夜のうちに自動で削除します。お取引もお振込みもなかったときは、お名前やメールアドレスなどのご登録も、翌朝までに削除します。記録の扱いは
          <Link to="/privacy">プライバシーポリシー</Link>に書いています。
        </p>
      </Card>
    </Section>
  )
}
