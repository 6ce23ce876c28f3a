import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import { gradeShort } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import type { PublicationProblem } from '#contract/publication'
import { itemStatusText } from '#web/features/purchase-request/shared/biz/statuses.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { KeptImage } from '#web/ui/kept-image.tsx'
import { PhotoFrame } from '#web/ui/photo-frame.tsx'
import { PhotoPlaceholder } from '#web/ui/photo-placeholder.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'

const List = styled('ol')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    '& button': {
      display: 'grid',
      gridTemplateColumns: '40px minmax(0, 1fr) auto',
      gap: 10,
      alignItems: 'center',
      width: '100%',
      minHeight: 60,
      padding: '6px 14px',
      border: 0,
      borderBottom: `1px solid ${palette.bg.sunken}`,
      textAlign: 'left',
      background: 'none',
      cursor: 'pointer',
    },
    '& button:hover': { background: palette.bg.header },
    '& button:focus-visible': { outlineOffset: -3 },
    '& button[aria-current="true"]': {
      background: palette.primary.lightest,
      boxShadow: `inset 3px 0 0 ${palette.primary.main}`,
    },
    '& .text b': { display: 'block', fontSize: 12, lineHeight: 1.35 },
    '& .text small': { display: 'block', fontSize: 11, color: palette.font.sub },
    '& .text em': {
      display: 'inline-block',
      marginRight: 4,
      padding: '0 6px',
      borderRadius: 8,
      fontSize: 11,
      fontStyle: 'normal',
      fontWeight: 700,
      color: palette.warning.main,
      background: palette.warning.bg,
    },
    '& .text small[data-bad]': { color: palette.error.main, fontWeight: 700 },
    [theme.breakpoints.down('lg')]: {
      display: 'flex',
      '& li': { flex: 'none', width: 200, borderRight: `1px solid ${palette.bg.sunken}` },
      '& button': {
        gridTemplateColumns: '36px minmax(0, 1fr)',
        height: '100%',
        padding: '4px 10px',
        borderBottom: 0,
      },
      '& button > :last-child:not(span.text)': { display: 'none' },
    },
  }
})

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  padding: '9px 14px',
  fontSize: 13,
  fontWeight: 700,
  borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  [theme.breakpoints.down('lg')]: { display: 'none' },
}))

const Thumb = styled(PhotoFrame)({ width: 40, height: 46, borderRadius: 6 })

export type BenchRow = {
  slug: string
  seq: number
  name: string
  brandName: string
  categoryName: string
  status: number
  grade: string | null
  price: number | null
  /** Names of the fields with unsaved text. */
  halfWritten: string
  thumbnail: string | undefined
  waiting: boolean
  asked: boolean
  lacks: readonly PublicationProblem[]
  problem: boolean
}

const titleOf = ({ brandName, categoryName, name }: BenchRow): string =>
  [brandName, name || categoryName].filter(Boolean).join(' ') || '(ブランド未入力)'

type Props = { rows: readonly BenchRow[]; slug: string; onPick: (slug: string) => void }

export function BenchItems({ rows, slug, onPick }: Props) {
  const here = rows.findIndex((row) => row.slug === slug)
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (slug) current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [slug])
  return (
    <nav className="items" aria-label="この箱の商品">
      <Head>
        <span>{`${rows.length}点中 ${here + 1}点目`}</span>
        <span>
          <Kbd>J</Kbd> <Kbd>K</Kbd>
        </span>
      </Head>
      <List>
        {rows.map((row) => (
          <li key={row.slug}>
            <button
              ref={row.slug === slug ? current : undefined}
              type="button"
              aria-current={row.slug === slug}
              onClick={() => onPick(row.slug)}
            >
              <Thumb>
                {row.thumbnail ? <KeptImage src={row.thumbnail} alt="" /> : <PhotoPlaceholder size={22} />}
              </Thumb>
              <span className="text">
                <b>
                  {row.seq}. {titleOf(row)}
                </b>
                <RowState row={row} here={row.slug === slug} />
              </span>
              {row.slug === slug && row.status < I.ASSESSED ? (
                <StatusChip tone="wait">入力中</StatusChip>
              ) : (
                row.status !== I.NOT_BUYABLE && row.price !== null && <Yen amount={row.price} />
              )}
            </button>
          </li>
        ))}
      </List>
    </nav>
  )
}

const short: Readonly<Record<PublicationProblem, string>> = {
  items_unfinished: '査定が途中',
  photo_missing: '写真なし',
  authenticity_undetermined: '判定保留',
  price_reason_missing: '値段の理由なし',
  price_photo_missing: '理由の写真なし',
  comment_outdated: 'コメントが前のまま',
}

function RowState({ row, here }: { row: BenchRow; here: boolean }) {
  if (row.halfWritten && !here && !row.problem) return <small data-bad="">{row.halfWritten}</small>
  if (row.problem)
    return (
      <small data-bad="">
        <Icon name="warning" size={12} style={{ display: 'inline', marginRight: 3 }} />
        保存できていません
      </small>
    )
  const parts = [row.grade && gradeShort(row.grade), row.waiting ? '未送信' : itemStatusText(row.status)]
  return (
    <>
      <small>{parts.filter(Boolean).join(' ・ ')}</small>
      {row.asked && <em>見直しの希望</em>}
      {row.lacks.length > 0 && <em>{row.lacks.map((problem) => short[problem]).join('・')}</em>}
    </>
  )
}
