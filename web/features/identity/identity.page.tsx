import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { identityCalls } from '#contract/identity'
import { queryOf } from '#web/lib/query-client.ts'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { type Dealer, stateOf } from './identity.rules.ts'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  marginBottom: 4,
  '& h3': { ...theme.typography.h3 },
}))

const Points = styled('ul')({
  paddingLeft: 20,
  fontSize: 14,
  '& li': { listStyle: 'disc', padding: '4px 0' },
})

export default function IdentityPage() {
  // Always refetched: the shop changes it, and so does a new name or address.
  const checks = useQuery({ ...queryOf(identityCalls.checks), staleTime: 0 })
  return (
    <Page
      title="本人確認"
      lead="古物営業法により、売却が成立する前に、お店がご本人であることを確かめます。金額にかかわらず必要です。"
      back={
        <Link to="/settings">
          <BackMark />
          設定
        </Link>
      }
    >
      <Section title="いまの状況">
        <WhenShown state={checks} skeleton={<CardListSkeleton count={1} />}>
          {(dealers) => <Dealers dealers={dealers} />}
        </WhenShown>
      </Section>
      <HowItWorks />
    </Page>
  )
}

function Dealers({ dealers }: { dealers: readonly Dealer[] }) {
  if (dealers.length === 0) {
    return (
      <Notice title="いまお願いすることはありません">
        お申し込みをいただいたお店が、査定のあとに本人確認を行います。先に済ませておく必要はありません。
      </Notice>
    )
  }
  return (
    <Stack gap={12}>
      {dealers.map((dealer) => {
        const { chip, tone, text } = stateOf(dealer)
        return (
          <Card key={dealer.id}>
            <Head>
              <h3>{dealer.shops.length > 0 ? dealer.shops.join('・') : dealer.name}</h3>
              <StatusChip tone={tone}>{chip}</StatusChip>
            </Head>
            {dealer.shops.length > 0 && <p style={{ fontSize: 13 }}>{dealer.name}</p>}
            <p style={{ marginTop: 8, fontSize: 14 }}>{text}</p>
          </Card>
        )
      })}
    </Stack>
  )
}

function HowItWorks() {
  return (
    <>
      <Section title="進み方">
        <Card>
          <Points>
            <li>
              いまは、お店の担当者が書類をもとに行います。この画面から書類をお送りいただくことはできません。
            </li>
            <li>確認の方法と書類の送り先は、お店からご案内します。ご案内をお待ちください。</li>
            <li>終わると、この画面に「確認済み」と表示されます。</li>
            <li>お返事から30日のあいだに終わらないときは、お品物をお返しします。</li>
          </Points>
        </Card>
      </Section>
      <Section title="ご用意いただくもの">
        <Card>
          <Points>
            <li>
              運転免許証、マイナンバーカード(表面だけ)、在留カード・特別永住者証明書などの、期限内の本人確認書類
            </li>
            <li>
              書類と同じお名前・ご住所・生年月日の登録。
              <Link to="/profile" search={{ returnUrl: '/profile/identity' }}>
                お客さま情報を確かめる
              </Link>
            </li>
            <li>
              ご本人名義の振込先口座。
              <Link to="/profile/bank-account">口座を確かめる</Link>
            </li>
          </Points>
          <p style={{ marginTop: 8, fontSize: 13 }}>
            マイナンバーカードの裏面(12桁の番号)は、お店へ送らないでください。お受け取りできません。
          </p>
        </Card>
      </Section>
      <Section title="もう一度お願いするとき">
        <Card>
          <Points>
            <li>お名前・生年月日・ご住所を変えたとき</li>
            <li>はじめての会社のお店に売るとき(同じ会社のお店どうしは共通です)</li>
            <li>お店が、確認した内容をあらためて確かめる必要があるとき</li>
          </Points>
          <p style={{ marginTop: 8, fontSize: 13 }}>
            お困りのときは、<Link to="/contact">お問い合わせ</Link>からご連絡ください。
          </p>
        </Card>
      </Section>
    </>
  )
}
