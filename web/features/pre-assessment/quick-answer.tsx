import { styled } from '@mui/material/styles'
import { type RefObject, useState } from 'react'
import { gradeBandLabel } from '#contract/codes'
import { mostPhotosOfItem } from '#contract/declared-list'
import { evidenceMinimum } from '#contract/evidence'
import { priceEstimateCalls } from '#contract/price-estimate'
import { useShops } from '#web/features/company/shared/use-store.ts'
import { SpokenError } from '#web/lib/api-error.ts'
import { problemIn, sentenceFor } from '#web/lib/errors.ts'
import { useOnline } from '#web/lib/online.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { ProblemNotice } from '#web/ui/notice.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import type { Asked } from './asked-articles.ts'
import { Band } from './band.tsx'
import { type Replaces, useGoOn } from './begun-elsewhere.tsx'
import { askedPhotos, useAskedPhotos } from './shared/asked-photos.ts'
import { type Answered, type Offer, offersOf, useBands } from './use-bands.ts'

const Rows = styled('ul')(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 12,
    padding: '12px 0',
    lineHeight: 1.5,
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& b': { overflowWrap: 'anywhere' },
  '& .price, & details': { gridColumn: '1 / -1' },
  '& summary': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 44,
    fontSize: 14,
    color: theme.okuru.palette.primary.main,
    textDecoration: 'underline',
    cursor: 'pointer',
  },
}))

const Head = styled('h2')(({ theme }) => ({
  ...theme.typography.h2,
  fontSize: 18,
  marginBottom: 8,
  '&:focus': { outline: 'none' },
}))

type Props = {
  articles: readonly Asked[]
  heading: RefObject<HTMLHeadingElement | null>
  onRemove: (key: number) => void
  onNext: () => void
  onSent: () => void
}

export function QuickAnswer({ articles, heading, onRemove, onNext, onSent }: Props) {
  const answered = useBands(articles)
  const offers = offersOf(answered)
  const [chosen, choose] = useState<number>()
  const offer = offers.find(({ company }) => company === chosen) ?? offers[0]
  return (
    <Card aria-live="polite">
      <Head ref={heading} tabIndex={-1}>
        買取額の目安
      </Head>
      {articles.length === 0 ? (
        <p>品を選ぶと、ここに目安が出ます。何点でもまとめて調べられます。</p>
      ) : (
        <Stack>
          <Rows>
            {answered.map((one) => (
              <Row key={one.article.key} answered={one} offer={offer} onRemove={onRemove} />
            ))}
          </Rows>
          <Total offer={offer} answered={answered} />
          {offers.length > 1 && offer && (
            <ChoiceField
              label="申し込み先"
              name="company"
              value={offer.company}
              onChange={choose}
              choices={offers.map(({ company, companyName, low, high, unpriced }) => ({
                value: company,
                label: companyName,
                help: (
                  <>
                    <Band low={low} high={high} />
                    {unpriced > 0 && `・ほか${unpriced}点は拝見してから`}
                  </>
                ),
              }))}
            />
          )}
          <Send articles={articles} offer={offer} onSent={onSent} />
          <QuietButton type="button" onClick={onNext}>
            続けて次の品を調べる
          </QuietButton>
        </Stack>
      )}
    </Card>
  )
}

const nameOf = ({ brandName, categoryName }: Asked): string => `${brandName} ${categoryName}`

type RowProps = { answered: Answered; offer: Offer | undefined; onRemove: (key: number) => void }

function Row({ answered, offer, onRemove }: RowProps) {
  const { article } = answered
  const { key, gradeBand, count } = article
  return (
    <li>
      <span>
        <b>{nameOf(article)}</b>
        <Muted style={{ display: 'block', fontSize: 12 }}>
          {`${gradeBand} ${gradeBandLabel[gradeBand]}${count > 1 ? `・${count}点` : ''}`}
        </Muted>
      </span>
      <TextButton type="button" onClick={() => onRemove(key)}>
        外す<VisuallyHidden>: {nameOf(article)}</VisuallyHidden>
      </TextButton>
      <span className="price">
        <Price answered={answered} offer={offer} />
      </span>
      <Photos article={article} />
    </li>
  )
}

/** Asked for only by those who want to: a price needs none. */
function Photos({ article }: { article: Asked }) {
  const { photos, add, remove } = useAskedPhotos(article.key)
  return (
    <details open={photos.length > 0 || undefined}>
      <summary>
        {photos.length > 0 ? `写真 ${photos.length}枚` : '写真を加える(任意)'}
        <VisuallyHidden>: {nameOf(article)}</VisuallyHidden>
      </summary>
      <PhotoInput
        label={`${nameOf(article)}の写真`}
        required={false}
        help="この端末に残り、申し込むときにお店へ送ります。"
        photos={photos}
        max={mostPhotosOfItem}
        onAdd={add}
        onRetry={() => undefined}
        onRemove={remove}
      />
    </details>
  )
}

function Price({
  answered: { article, bands, error, isFetching, again },
  offer,
}: Omit<RowProps, 'onRemove'>) {
  const online = useOnline()
  const band = offer?.bands.get(article.key)
  if (band)
    return (
      <>
        <Band low={band.low} high={band.high} />
        {article.count > 1 && <small>(1点)</small>}
        {band.n >= evidenceMinimum && (
          <Muted style={{ display: 'block', fontSize: 12 }}>{`買取実績 ${band.n}件`}</Muted>
        )}
      </>
    )
  if (bands) return '実物を拝見してからのご案内'
  if (error && !isFetching)
    return (
      <>
        {sentenceFor(error)}{' '}
        <TextButton type="button" onClick={again}>
          もう一度調べる<VisuallyHidden>: {nameOf(article)}</VisuallyHidden>
        </TextButton>
      </>
    )
  return <Muted>{online ? '調べています' : '通信が切れています。つながり次第、目安を表示します。'}</Muted>
}

function Total({ offer, answered }: { offer: Offer | undefined; answered: readonly Answered[] }) {
  const open = answered.filter(({ bands }) => bands === undefined).length
  if (!offer)
    return open > 0 ? null : (
      <p>この品は、実物を拝見してから金額をお知らせします。お送りいただいたあと、1点ずつ査定します。</p>
    )
  const unpriced =
    offer.unpriced - answered.reduce((sum, { bands, article }) => sum + (bands ? 0 : article.count), 0)
  return (
    <div>
      <Muted style={{ display: 'block', fontSize: 13 }}>{`合計の目安(${offer.priced}点)`}</Muted>
      <p style={{ lineHeight: 1.3 }}>
        <Band low={offer.low} high={offer.high} size={26} />
      </p>
      <Muted style={{ display: 'block', fontSize: 12 }}>
        {offer.companyName}
        {unpriced > 0 && `・ほかの${unpriced}点は、実物を拝見してからのご案内です`}
      </Muted>
    </div>
  )
}

type SendProps = { articles: readonly Asked[]; offer: Offer | undefined; onSent: () => void }

function Send({ articles, offer, onSent }: SendProps) {
  const isCustomer = usePageSide() === 'customer'
  const returnUrl = '/estimate'
  if (isCustomer) return <SendNow articles={articles} offer={offer} onSent={onSent} />
  return (
    <Stack gap={8}>
      <NextLink to="/register" search={{ returnUrl }}>
        会員登録して申し込む
      </NextLink>
      <QuietLink to="/login" search={{ returnUrl }}>
        ログインして申し込む
      </QuietLink>
      <Muted style={{ display: 'block', fontSize: 13 }}>選んだ品と写真は、この端末に残っています。</Muted>
    </Stack>
  )
}

function SendNow({ articles, offer, onSent }: SendProps) {
  const shops = useShops().data ?? []
  const apply = useMutationOf(priceEstimateCalls.apply)
  const [picked, pick] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const shop = offer?.shop ?? picked ?? (shops.length === 1 ? shops[0]?.id : undefined)
  const take = async (part: Replaces) => {
    setProblem(undefined)
    if (shop === undefined) throw new SpokenError('申し込むお店を選んでください。')
    const { added } = await apply.mutateAsync({
      body: {
        shop,
        articles: articles.map(({ brand, brandName, category, gradeBand, count }) => ({
          ...{ brand, brandText: brand === null ? brandName : '', category, gradeBand, count },
        })),
        ...part,
      },
    })
    articles.forEach(({ key }, index) => {
      const row = added[index]
      if (row !== undefined) askedPhotos.release(key, row)
    })
    onSent()
  }
  const { press, dialog } = useGoOn({
    pending: apply.isPending,
    take,
    onProblem: (error) => setProblem(problemIn(error)),
    children: '書きかけを先に送っていただいても、選んだ品と写真はこの端末に残っています。',
  })
  return (
    <Stack gap={8}>
      {!offer && shops.length > 1 && (
        <SelectField
          label="申し込むお店"
          required
          name="shop"
          value={picked ?? ''}
          emptyLabel="選んでください"
          options={shops.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => pick(Number(target.value) || undefined)}
        />
      )}
      {dialog}
      <ProblemNotice>{problem}</ProblemNotice>
      <NextButton pending={apply.isPending} onClick={() => void press()}>
        この内容で申し込む
      </NextButton>
      <Muted style={{ display: 'block', fontSize: 13 }}>
        品のリストと写真が申し込みに入ります。写真は、申し込みの画面でも加えられます。
      </Muted>
    </Stack>
  )
}
