import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { DangerButton, MainButton, NextButton, QuietButton } from './button.tsx'
import { Card, Inset } from './card.tsx'
import { useConfirm } from './confirm.tsx'
import { DefinitionList } from './definition-list.tsx'
import { Empty } from './empty.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { FormGallery } from './gallery-form.tsx'
import { Garment, type GarmentKind, PhotoFrame } from './garment.tsx'
import { Icon, type IconName } from './icons.tsx'
import { HeroBox } from './illustrations.tsx'
import { notify } from './notify.tsx'
import { BackMark, Muted, Page, Row, Section, Stack } from './page.tsx'
import { PriceRange } from './price-range.tsx'
import { Segmented } from './segmented.tsx'
import { CardListSkeleton } from './skeletons.tsx'
import { StatusChip } from './status-chip.tsx'
import { Stepper } from './stepper.tsx'
import { StickyBar } from './sticky-bar.tsx'
import { StoreLogo } from './store-logo.tsx'
import { Timeline } from './timeline.tsx'
import { Yen } from './yen.tsx'

const Brand = styled('div')(({ theme }) => ({
  padding: '14px 20px 28px',
  color: theme.okuru.palette.brand.contrastText,
  background: theme.okuru.palette.brand.main,
  borderRadius: '0 0 28px 28px',
  '& header': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', marginBottom: 24 },
  '& h1': { ...theme.typography.h1, fontSize: 32, lineHeight: 1.35 },
  '& p': { margin: '12px 0 20px', opacity: 0.85 },
}))

const ItemHead = styled('div')({ display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)', gap: 14 })

const ICONS: readonly IconName[] = [
  'box',
  'hanger',
  'label',
  'truck',
  'yen',
  'shop',
  'check',
  'chart',
  'paper',
  'camera',
  'bell',
  'person',
  'bank',
  'idCard',
  'clock',
  'arrow',
  'chevron',
  'back',
  'search',
  'print',
  'plus',
  'close',
  'warning',
  'offline',
  'menu',
  'home',
  'gear',
  'upload',
  'download',
  'lock',
]

const GARMENTS: ReadonlyArray<[GarmentKind, string, string]> = [
  ['jacket', '#3b4a63', 'ジャケット'],
  ['shirt', '#cfdcec', 'シャツ'],
  ['knit', '#b98a5e', 'ニット'],
  ['coat', '#6b5b4b', 'コート'],
  ['dress', '#8c4a5c', 'ワンピース'],
  ['trousers', '#4d5645', 'パンツ'],
  ['skirt', '#76628f', 'スカート'],
  ['bag', '#a97c50', 'バッグ'],
  ['shoes', '#3d3a38', '靴'],
  ['watch', '#8b939c', '時計'],
  ['hat', '#54606e', '帽子'],
  ['scarf', '#a03c3c', 'マフラー'],
  ['wallet', '#5d3f2e', '財布'],
]

export function Gallery() {
  return (
    <>
      <Brand>
        <header>
          <StoreLogo />
          <b>ログイン</b>
        </header>
        <h1>
          1点ずつ、
          <br />
          理由のわかる値段で。
        </h1>
        <p>箱に入れて送るだけ。査定額の内訳と、過去の買取実績をそのままお見せします。</p>
        <HeroBox />
      </Brand>
      <Page
        title="部品の一覧"
        lead="店頭の部品をここで見比べます。"
        back={
          <a href="/">
            <BackMark />
            トップへ戻る
          </a>
        }
      >
        <Actions />
        <Result />
        <Progress />
        <Section title="絵">
          <Row gap={16}>
            {ICONS.map((name) => (
              <Icon key={name} name={name} label={name} />
            ))}
          </Row>
          <Row style={{ marginTop: 16 }}>
            {GARMENTS.map(([kind, color, label]) => (
              <PhotoFrame key={kind} style={{ width: 84, height: 104 }}>
                <Garment kind={kind} color={color} label={label} />
              </PhotoFrame>
            ))}
          </Row>
        </Section>
        <Section title="入力">
          <FormGallery />
        </Section>
        <Section title="読み込み・空・失敗">
          <Stack>
            <CardListSkeleton count={2} />
            <Card>
              <Empty
                title="最初のお申し込みをお待ちしています"
                action={<NextButton>買取を申し込む</NextButton>}
              >
                箱ひとつから始められます。
              </Empty>
            </Card>
            <Card>
              <ErrorPanel
                kind="offline"
                saved="入力した内容はこの端末に保存されています。"
                onRetry={() => notify.info('試しました')}
              />
            </Card>
            <Card>
              <ErrorPanel kind="lost" action={<QuietButton>トップへ戻る</QuietButton>} />
            </Card>
            <Card>
              <ErrorPanel kind="forbidden" errorId="8f3a-20" />
            </Card>
          </Stack>
        </Section>
      </Page>
      <StickyBar
        summary={
          <>
            <span>
              売る <b>6点</b> <Yen amount={34900} size={20} />
            </span>
            <Muted>返送 2点・送料 ¥0</Muted>
          </>
        }
      >
        <NextButton>この内容でお返事する</NextButton>
      </StickyBar>
    </>
  )
}

function Actions() {
  const ask = useConfirm()
  const [pending, setPending] = useState(false)
  const sell = async () => {
    const yes = await ask({
      title: '6点を ¥34,900 で売りますか?',
      body: <p>2点は 12月3日(木) にお返しします。</p>,
      confirm: 'この金額で売る',
    })
    if (yes) notify.done('お返事を受け付けました。12月2日(水)にお振込みします。')
  }
  return (
    <Section title="ボタン">
      <Stack gap={10}>
        <NextButton onClick={() => void sell()}>買取を申し込む</NextButton>
        <MainButton pending={pending} onClick={() => setPending(true)}>
          保存する
        </MainButton>
        <QuietButton>戻る</QuietButton>
        <DangerButton startIcon={<Icon name="close" />}>この申し込みを取り消す</DangerButton>
        <Row>
          <StatusChip>査定中</StatusChip>
          <StatusChip tone="ok">買取成立</StatusChip>
          <StatusChip tone="wait">ご確認待ち</StatusChip>
          <StatusChip tone="late">今日まで</StatusChip>
          <StatusChip tone="gray">輸送中</StatusChip>
        </Row>
      </Stack>
    </Section>
  )
}

const line = (key: string, term: ReactNode, amount: number, total = false) => ({
  key,
  term,
  value: <Yen amount={amount} strong={total} />,
  total,
})

function Result() {
  const [answer, setAnswer] = useState<'sell' | 'back'>('sell')
  return (
    <Section title="査定結果">
      <Card as="article">
        <ItemHead>
          <PhotoFrame style={{ width: 84, height: 104 }}>
            <Garment kind="jacket" label="紺のジャケット" />
          </PhotoFrame>
          <div>
            <p style={{ fontSize: 12, fontWeight: 700, letterSpacing: '0.04em' }}>COMME des GARÇONS</p>
            <h3 style={{ fontSize: 15, lineHeight: 1.5 }}>ウール テーラードジャケット M 紺</h3>
            <StatusChip style={{ marginTop: 6 }}>A 美品(中)</StatusChip>
          </div>
        </ItemHead>
        <Row style={{ justifyContent: 'space-between', margin: '6px 0 12px', alignItems: 'baseline' }}>
          <Muted style={{ fontSize: 12 }}>査定額</Muted>
          <Yen amount={14300} size={24} />
        </Row>
        <DefinitionList
          sums
          items={[
            line('base', '基準額', 14500),
            line(
              'less',
              <>
                袖口の毛羽立ち <a href="#photo2">写真2</a>
              </>,
              -1500,
            ),
            line('more', '冬物キャンペーン 10%', 1300),
            line('sum', '合計', 14300, true),
          ]}
        />
        <Inset style={{ margin: '12px 0 14px' }}>
          <PriceRange
            price={14300}
            spread={{ min: 8000, q1: 10900, median: 12800, q3: 16200, max: 21000, count: 42, days: 180 }}
          />
        </Inset>
        <Segmented
          legend="このジャケットをどうするか"
          value={answer}
          onChange={setAnswer}
          segments={[
            { value: 'sell', label: '売る ¥14,300' },
            { value: 'back', label: '返してもらう' },
          ]}
        />
      </Card>
    </Section>
  )
}

function Progress() {
  return (
    <Section title="進み具合">
      <Stack>
        <Stepper steps={['点数', '集荷', 'お客さま', '確認']} current={1} />
        <Card>
          <Timeline
            label="申し込み 10482 の進み具合"
            steps={[
              { key: 'a', title: '申し込みを受け付けました', when: '11/16 21:04' },
              { key: 'b', title: '荷物が届きました', when: '11/18 10:11', body: '8点・6.2kg' },
              {
                key: 'c',
                title: <b>査定が終わりました</b>,
                when: '11/19 15:20',
                state: 'now',
                body: '8点で ¥38,400 です。12月1日(火)までにお選びください。',
              },
              { key: 'd', title: 'お振込み', when: 'ご承諾の翌営業日', state: 'open' },
            ]}
          />
        </Card>
        <Card tight style={{ padding: '4px 18px' }}>
          <DefinitionList
            items={[
              {
                key: 'a',
                term: '送料',
                value: (
                  <>
                    <Yen amount={0} size={15} /> 着払いでお送りください
                  </>
                ),
              },
              {
                key: 'b',
                term: 'お返事がない時',
                value: (
                  <>
                    売却にはなりません。<b>7営業日</b>でお返しします
                  </>
                ),
              },
              { key: 'c', term: '本人確認', value: '法律により必要です。スマートフォンで約3分' },
            ]}
          />
        </Card>
      </Stack>
    </Section>
  )
}
