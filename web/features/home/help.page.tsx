import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { figuresOf } from '#web/features/company/shared/shop-figures.ts'
import { useShops } from '#web/features/company/shared/use-store.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Faq } from './faq.tsx'
import { KnowBefore } from './know-before.tsx'

const Contents = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    padding: '0 16px',
    border: `1px solid ${theme.okuru.palette.border.main}`,
    borderRadius: 22,
    fontSize: 13,
    color: theme.okuru.palette.font.main,
    background: theme.okuru.palette.bg.paper,
    textDecoration: 'none',
  },
}))

const Part = styled('section')(({ theme }) => ({
  marginTop: 40,
  scrollMarginTop: 16,
  '& h2': { ...theme.typography.h2, fontSize: 20, marginBottom: 12 },
  '& h3': { ...theme.typography.h3, marginTop: 16 },
  '& ul, & ol.steps': { paddingLeft: 20, marginTop: 4 },
  '& ul li': { listStyle: 'disc', padding: '3px 0' },
  '& ol.steps li': { listStyle: 'decimal', padding: '3px 0' },
  '& p + p, & ul + p, & ol + p': { marginTop: 10 },
}))

const parts: readonly { id: string; icon: IconName; title: string }[] = [
  { id: 'pack', icon: 'box', title: '箱の詰め方' },
  { id: 'costs', icon: 'yen', title: 'かかる費用' },
  { id: 'papers', icon: 'idCard', title: '本人確認' },
  { id: 'answer', icon: 'clock', title: '査定とお返事' },
  { id: 'payout', icon: 'bank', title: 'お支払い' },
  { id: 'not-bought', icon: 'warning', title: 'お受けできないもの' },
  { id: 'faq', icon: 'search', title: 'よくあるご質問' },
]

function Chapter({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Part id={id}>
      <h2>{parts.find((part) => part.id === id)?.title}</h2>
      {children}
    </Part>
  )
}

export default function HelpPage() {
  const { data: shops = [] } = useShops()
  const figures = figuresOf(shops)
  return (
    <Page title="ご利用ガイド" lead="箱の詰め方から、お振込みまでをご案内します。">
      <Contents aria-label="このページの内容">
        {parts.map(({ id, icon, title }) => (
          <Link key={id} to="/help" hash={id}>
            <Icon name={icon} size={18} />
            {title}
          </Link>
        ))}
      </Contents>
      <Chapter id="pack">
        <ol className="steps">
          <li>丈夫な箱をご用意ください。通販の箱の使い回しでもかまいません。</li>
          <li>ポケットの中をお確かめください。現金や鍵が入っていることがあります。</li>
          <li>服はたたんで、革小物や時計は布か緩衝材で包んでください。洗濯やアイロンは要りません。</li>
          <li>保存袋、箱、保証書などの付属品があれば、いっしょにお入れください。</li>
          <li>お申し込みのあとに表示される番号を紙に書いて、箱の中に入れてください。</li>
        </ol>
        <p>
          1箱の目安は、3辺の合計が160cm、重さ25kgまでです。箱が分かれるときは、箱の数を増やしてお申し込みください。
        </p>
      </Chapter>
      <Chapter id="costs">
        <KnowBefore figures={figures} narrow />
      </Chapter>
      <Papers />
      <Chapter id="answer">
        <p>
          査定が終わると、メールでお知らせします。1点ごとに、写真、状態、基準の額と減額の理由をご覧いただけます。
        </p>
        <ul>
          <li>売るもの、返してもらうものを1点ずつお選びください。まとめて売ることもできます。</li>
          <li>値段に納得がいかないときは、理由を書いて1回だけ再査定をご依頼いただけます。</li>
          <li>
            お返事の期限は{figures.replyDays ? `${figures.replyDays}営業日` : 'お店ごとに決まっています'}
            。最終日の23時59分までお選びいただけます。
          </li>
          <li>お返事がないときは、売却にも処分にもなりません。すべてお返しします。</li>
          <li>買取が成立してから24時間以内は、まだ商品にしていない品の取り消しを承ります。</li>
        </ul>
      </Chapter>
      <Chapter id="payout">
        <ul>
          <li>買取代金は、成立と同時に「残高」に入ります。</li>
          <li>残高は、ご登録の口座へいつでもお振込みします。手数料はいただきません。</li>
          <li>口座の名義は、本人確認をしたお名前と同じものに限ります。</li>
          <li>お振込みのお手続きがないときは、成立から7日後に自動でお振込みします。設定で止められます。</li>
          <li>お手続きのないまま長い期間が過ぎても、残高がなくなることはありません。</li>
        </ul>
      </Chapter>
      <Chapter id="not-bought">
        <ul>
          <li>偽物や、本物と確かめられないもの</li>
          <li>盗まれたものなど、お客さまご自身のものでないもの</li>
          <li>法律で売買が禁じられているもの</li>
          <li>下着、強い汚れやにおいのあるもの</li>
        </ul>
        <p>
          値段がつかなかった品は、お申し込みのときにお選びいただいたとおり、返送するかリサイクルに出します。
        </p>
      </Chapter>
      <Chapter id="faq">
        <Faq />
      </Chapter>
      <Part>
        <NextLink to="/register">買取を申し込む</NextLink>
        <p style={{ marginTop: 16, textAlign: 'center' }}>
          わからないことは<Link to="/contact">お問い合わせ</Link>からお知らせください。
        </p>
      </Part>
    </Page>
  )
}

function Papers() {
  return (
    <Chapter id="papers">
      <p>
        古物営業法により、はじめてのお取引では金額にかかわらず本人確認が必要です。お申し込みのあと、箱を送る前に、
        <Link to="/profile/identity">本人確認の画面</Link>
        で書類とお顔を撮って送れます(約3分)。お店が次の営業日の18:00までに確認します。2回目からは、ログインだけで済みます。
      </p>
      <h3>お使いいただける書類</h3>
      <ul>
        <li>運転免許証</li>
        <li>マイナンバーカード(表面だけ。裏面は送らないでください)</li>
        <li>在留カード・特別永住者証明書</li>
        <li>日本のパスポート(2020年2月3日までに発行され、ご住所を書く欄があるもの)</li>
      </ul>
      <p>
        健康保険証、コピー、期限の切れたものはお使いいただけません。撮影が難しいときは、
        <Link to="/contact">お問い合わせ</Link>ください。
      </p>
      <p>
        書類のお名前・ご住所・生年月日が、ご登録の内容と同じことをお確かめください。18歳からお申し込みいただけます。
      </p>
    </Chapter>
  )
}
