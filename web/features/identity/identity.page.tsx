import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountCalls } from '#contract/account'
import { identityCalls } from '#contract/identity'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackMark, Page, Section, Stack } from '#web/ui/page.tsx'
import { CardListSkeleton } from '#web/ui/skeletons.tsx'
import { WhenShown } from '#web/ui/store-list.tsx'
import { CorporateChecks, CorporateWay } from './corporate-identity.tsx'
import { DealerCard, NoChecks, Points } from './dealer-cards.tsx'
import { type Dealer, nextWords, stateOf } from './identity.rules.ts'
import { useOpenIdentity } from './shared/use-open-identity.ts'

export default function IdentityPage() {
  // Always refetched: the shop changes it, and so does a new name or address.
  const checks = useQuery({ ...queryOf(identityCalls.checks), staleTime: 0 })
  const me = useCall(accountCalls.me)
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
      <WhenShown state={me} skeleton={<CardListSkeleton count={1} />}>
        {({ customer }) => {
          const isCorporate = customer?.isCorporate === true
          const Checks = isCorporate ? CorporateChecks : PersonChecks
          return (
            <>
              <Section title="いまの状況">
                <WhenShown state={checks} skeleton={<CardListSkeleton count={1} />}>
                  {(dealers) => <Checks dealers={dealers} />}
                </WhenShown>
              </Section>
              {isCorporate ? <CorporateWay /> : <PersonWay />}
            </>
          )
        }}
      </WhenShown>
    </Page>
  )
}

function PersonChecks({ dealers }: { dealers: readonly Dealer[] }) {
  if (dealers.length === 0) {
    return (
      <NoChecks>お申し込みのあと、箱を送る前にこの画面で済ませられます。スマートフォンで約3分です。</NoChecks>
    )
  }
  return (
    <Stack gap={12}>
      {dealers.map((dealer) => (
        <DealerCard key={dealer.id} dealer={dealer}>
          {stateOf(dealer).text}
        </DealerCard>
      ))}
      <NextStep dealers={dealers} />
    </Stack>
  )
}

/** One session serves all dealers, so there is one way on. */
function NextStep({ dealers }: { dealers: readonly Dealer[] }) {
  const { open, isPending, problem } = useOpenIdentity()
  const words = nextWords(dealers)
  if (words === null) return null
  return (
    <>
      {problem && (
        <Notice
          tone="late"
          role="alert"
          title="始められませんでした"
          actions={
            <Link to="/profile" search={{ returnUrl: '/profile/identity' }}>
              お客さま情報を確かめる
            </Link>
          }
        >
          {problem}
        </Notice>
      )}
      {words.next ? (
        <NextButton pending={isPending} onClick={() => void open(words.shop)}>
          {words.text}
        </NextButton>
      ) : (
        <QuietLink to="/identity/$id" params={{ id: String(words.session) }}>
          {words.text}
        </QuietLink>
      )}
    </>
  )
}

function PersonWay() {
  return (
    <>
      <Section title="進み方">
        <Card>
          <Points>
            <li>本人確認書類とお顔を、この画面から撮って送ります(約3分)。</li>
            <li>お店の担当者が、次の営業日の18:00までに確認します。</li>
            <li>終わると、この画面に「確認済み」と表示され、メールでもお知らせします。</li>
            <li>2回目からのお取引は、ログインだけで済みます。</li>
          </Points>
          <p style={{ marginTop: 8, fontSize: 13 }}>
            撮影が難しいときは、書類の写しと郵便による方法もあります。<Link to="/contact">お問い合わせ</Link>
            ください。お返事から30日のあいだに終わらないときは、お品物をお返しします。
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
        </Card>
      </Section>
    </>
  )
}
