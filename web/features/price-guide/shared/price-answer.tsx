import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { evidenceDays, evidenceMinimum } from '#contract/evidence'
import { formatYen } from '#contract/text'
import { usePageSide } from '#web/lib/suspended-session.ts'
import { NextLink } from '#web/ui/link-button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { bandOptions, type Guide, type useGuide, type Wanted } from './use-price-guide.ts'

const Root = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    gap: 12,
    // The height of an answer, so that nothing moves when one comes.
    minHeight: 172,
    padding: 16,
    borderRadius: 12,
    color: palette.brand.contrastText,
    background: palette.brand.main,
    '& small': { display: 'block', fontSize: 12, lineHeight: 1.6, opacity: 0.85 },
    '& .figures': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '4px 16px' },
    '& .median': { fontSize: 'clamp(30px, 9.5vw, 40px)', lineHeight: 1.15 },
    '& .range': { alignSelf: 'flex-end', textAlign: 'right', fontSize: 15, lineHeight: 1.5 },
    '& .words': { fontSize: 14, lineHeight: 1.7 },
    '& .words b': { display: 'block', fontSize: 16 },
    '&[data-old="true"] .figures': { opacity: 0.55 },
    '& a:not([class])': { color: 'inherit', fontWeight: 700 },
    '& a:focus-visible, & button:focus-visible': { outlineColor: palette.brand.contrastText },
  }
})

type Props = {
  wanted: Wanted
  brand: string | undefined
  category: string | undefined
  guide: Pick<ReturnType<typeof useGuide>, 'data' | 'isError' | 'isPlaceholderData' | 'refetch'>
  isPending: boolean
}

export function PriceAnswer({ wanted, brand, category, guide, isPending }: Props) {
  const found = brand === undefined ? undefined : guide.data
  return (
    <Root aria-busy={isPending} data-old={guide.isPlaceholderData}>
      <div role="status">
        {isPending ? null : brand === undefined ? (
          <p className="words">
            <b>ブランドをお選びください</b>
            {`直近${evidenceDays}日の買取額の中央値と幅をご覧いただけます。`}
          </p>
        ) : guide.isError ? (
          <p className="words">
            <b>金額を読み込めませんでした</b>
            通信の状態をお確かめのうえ、もう一度お試しください。
          </p>
        ) : found ? (
          <Found guide={found} wanted={wanted} brand={brand} category={category} />
        ) : (
          <p className="words">
            <b>金額をお見せできる件数に届きません</b>
            {`${brand}の買取は、直近${evidenceDays}日で${evidenceMinimum}件に満ちません。1点から査定し、理由と一緒に金額をお知らせします。`}
            <Link to="/brands/$id" params={{ id: String(wanted.brand) }}>
              お取り扱いのお店を見る
            </Link>
          </p>
        )}
      </div>
      {guide.isError && brand !== undefined ? (
        <TextButton style={{ color: 'inherit' }} onClick={() => void guide.refetch()}>
          もう一度読み込む
        </TextButton>
      ) : (
        <Apply brand={brand === undefined ? undefined : wanted.brand} />
      )}
    </Root>
  )
}

function Found({ guide, wanted, brand, category }: Omit<Props, 'guide' | 'isPending'> & { guide: Guide }) {
  return (
    <>
      <div className="figures">
        <p>
          <small>買取額の中央値(キャンペーンの上乗せを除く)</small>
          <span className="median">
            <Yen amount={guide.median} />
          </span>
        </p>
        <p className="range">
          <small>買取額の幅</small>
          <b>{`${formatYen(guide.min)}〜${formatYen(guide.max)}`}</b>
          <small>{`${guide.n}件・直近${evidenceDays}日`}</small>
        </p>
      </div>
      <Wider guide={guide} wanted={wanted} brand={brand} category={category} />
    </>
  )
}

/** Said when there were too few of what was asked for, and the figures are of more than that. */
function Wider({ guide, wanted, brand, category }: Omit<Props, 'guide' | 'isPending'> & { guide: Guide }) {
  const band = bandOptions.find(({ value }) => value === wanted.gradeBand)?.label
  if (wanted.category !== undefined && guide.category === null)
    return (
      <small>{`${category ?? 'この種類'}は${evidenceMinimum}件に満たないため、${brand}全体の金額です。`}</small>
    )
  if (band !== undefined && guide.gradeBand === null)
    return (
      <small>
        {wanted.category === undefined
          ? '状態ごとの金額は、種類を選ぶとご覧いただけます。すべての状態の金額です。'
          : `状態「${band}」は${evidenceMinimum}件に満たないため、すべての状態の金額です。`}
      </small>
    )
  return null
}

function Apply({ brand }: { brand: number | undefined }) {
  const search = brand === undefined ? {} : { brand }
  return usePageSide() === 'customer' ? (
    <NextLink to="/requests/new" search={search}>
      買取を申し込む
    </NextLink>
  ) : (
    <NextLink
      to="/register"
      search={{ returnUrl: brand === undefined ? '/requests/new' : `/requests/new?brand=${brand}` }}
    >
      買取を申し込む
    </NextLink>
  )
}
