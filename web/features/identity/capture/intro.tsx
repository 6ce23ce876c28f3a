import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Stack } from '#web/ui/page.tsx'
import { Bone } from '#web/ui/skeletons.tsx'
import { hasProviderNews, offersProvider, ProviderWay } from './provider.tsx'
import type { Session } from './use-session.ts'

const Qr = lazy(
  (): Promise<{ default: ComponentType<{ url: string }> }> =>
    import('./qr.tsx').catch(() => ({ default: () => null })),
)

const Points = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  marginTop: 8,
  '& li': { display: 'grid', gridTemplateColumns: '24px minmax(0, 1fr)', gap: 10, lineHeight: 1.6 },
  '& svg': { marginTop: 3, color: theme.okuru.palette.success.main },
  '&[data-never] svg': { color: theme.okuru.palette.error.main },
  '& small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Title = styled('h2')({ fontSize: 16, fontWeight: 700 })

/** On a desk: the camera of a telephone is the better one. */
const OnPhone = styled(Card)(({ theme }) => ({
  display: 'none',
  gridTemplateColumns: '132px minmax(0, 1fr)',
  alignItems: 'center',
  gap: 20,
  [theme.breakpoints.up('md')]: { display: 'grid' },
}))

type Props = { session: Session; onStart: () => void }

export function Intro({ session, onStart }: Props) {
  const names = session.dealers.map(({ name }) => name).join('、')
  const isBack = hasProviderNews(session)
  const way =
    session.provider && offersProvider(session) ? (
      <ProviderWay session={session} provider={session.provider} onCapture={onStart} />
    ) : (
      <NextButton onClick={onStart}>本人確認を始める</NextButton>
    )
  return (
    <Stack gap={20}>
      {isBack && way}
      <p>
        古物営業法により、お支払いの前に、{names}
        がご本人であることを確かめます。箱を送る前に済ませておくと、お返事のあと、そのまま契約に進みます。
      </p>
      <Card>
        <Title>ご用意いただくもの(約3分)</Title>
        <Points>
          <li>
            <Icon name="idCard" size={22} />
            <span>
              本人確認書類 1点の原本
              <small>運転免許証、マイナンバーカード、在留カードなど、お写真のあるもの</small>
            </span>
          </li>
          <li>
            <Icon name="camera" size={22} />
            <span>
              スマートフォンのカメラ
              <small>書類とお顔を撮ります。途中でやめても、済んだところから続けられます</small>
            </span>
          </li>
        </Points>
      </Card>
      <Card>
        <Title>いただかないもの</Title>
        <Points data-never="">
          <li>
            <Icon name="close" size={22} />
            <span>
              マイナンバー(カードの裏面)
              <small>写っていたときは、担当者が気づきしだい画像を消します</small>
            </span>
          </li>
          <li>
            <Icon name="close" size={22} />
            <span>暗証番号、健康保険証の番号、クレジットカードの番号</span>
          </li>
        </Points>
      </Card>
      <p style={{ fontSize: 13 }}>
        画像は1枚ずつ暗号化して保管し、担当者が見るたびに記録します。お顔の画像は確認の30日後に、書類の画像は法律で定める保存期間のあとに消します。
        <Link to="/privacy">プライバシーポリシー</Link>
      </p>
      <OnPhone>
        <Suspense fallback={<Bone style={{ width: 132, height: 132 }} />}>
          <Qr url={window.location.href} />
        </Suspense>
        <p>
          <b>スマートフォンで続ける</b>
          <br />
          二次元コードを読み取り、同じアカウントでログインしてください。このパソコンのカメラや、写真のファイルでも行えます。
        </p>
      </OnPhone>
      {!isBack && way}
      <QuietLink to="/mypage">あとでする(箱は先に送れます)</QuietLink>
    </Stack>
  )
}
