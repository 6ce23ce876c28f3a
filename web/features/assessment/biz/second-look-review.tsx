import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { gradeWords } from '#contract/codes'
import { itemStatus as I } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import { monthDayTime } from '#web/lib/dates.ts'
import { TextArea } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { PhotoGallery } from '../shared/photo-gallery.tsx'
import type { Assessment } from './result-preview.tsx'

type Assessed = Assessment['items'][number]

export const isAsked = ({ secondLook }: Pick<Assessment, 'secondLook'>): boolean =>
  secondLook !== null && secondLook.answeredAt === null

const Quote = styled('blockquote')(({ theme }) => ({
  margin: 0,
  padding: '10px 14px',
  borderLeft: `3px solid ${theme.okuru.palette.warning.main}`,
  background: theme.okuru.palette.warning.bg,
  borderRadius: '0 8px 8px 0',
  whiteSpace: 'pre-wrap',
  '& footer': { marginTop: 4, fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Changes = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '0 10px' },
  '& li[data-open]': { color: theme.okuru.palette.error.main, fontWeight: 700 },
  '& small': { display: 'block', fontSize: 12, color: theme.okuru.palette.font.sub },
}))

const Photos = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  '& button': { padding: 0, border: 0, background: 'none', cursor: 'zoom-in' },
  '& img': { display: 'block', width: 72, height: 72, objectFit: 'cover', borderRadius: 8 },
})

const said = (price: number | null, grade: string | null): string =>
  price === null ? '値段なし' : [grade && gradeWords(grade), formatYen(price)].filter(Boolean).join(' ')

export function changeText({ before, itemStatus, price, grade }: Assessed): string {
  if (itemStatus < I.ASSESSED) return 'まだ見直していません'
  const now = said(itemStatus === I.NOT_BUYABLE ? null : price, grade)
  if (!before) return now
  const then = said(before.price, before.grade)
  return then === now ? `${now} 変わりません` : `${then} → ${now}`
}

type Props = {
  result: Assessment
  request: number
  /** The reply to the customer. */
  field: ComponentProps<typeof TextArea>
}

export function SecondLookReview({ result, request, field }: Props) {
  const { secondLook, items } = result
  if (!secondLook) return null
  return (
    <Stack gap={10}>
      <h2>お客さまの再査定のご希望</h2>
      <Quote>
        {secondLook.reason}
        <footer>{`${monthDayTime(secondLook.askedAt)} ・ ${secondLook.items.length > 0 ? `${secondLook.items.length}点について` : 'すべての商品について'}`}</footer>
      </Quote>
      {secondLook.photos.length > 0 && <CustomerPhotos photos={secondLook.photos} />}
      <Changes aria-label="見直しの希望があった商品">
        {items
          .filter(({ isDisputed }) => isDisputed)
          .map((item) => (
            <li key={item.slug} data-open={item.itemStatus < I.ASSESSED ? '' : undefined}>
              <Link to="/biz/bench/$id" params={{ id: String(request) }} search={{ item: item.slug }}>
                {`${item.seq}点目`}
              </Link>
              <span>
                {changeText(item)}
                <small>{[item.brandName, item.name || item.categoryName].filter(Boolean).join(' ')}</small>
              </span>
            </li>
          ))}
      </Changes>
      <TextArea
        required
        help="結果と一緒にお知らせし、査定結果のページにも表示します。"
        rows={3}
        maxLength={1000}
        {...field}
      />
    </Stack>
  )
}

function CustomerPhotos({ photos }: { photos: NonNullable<Assessment['secondLook']>['photos'] }) {
  const [at, setAt] = useState<number>()
  return (
    <Photos role="group" aria-label="お客さまの写真">
      {photos.map(({ id, thumbnailUrl }, index) => (
        <button key={id} type="button" onClick={() => setAt(index)}>
          <img src={thumbnailUrl} alt={`お客さまの写真${index + 1}を大きく見る`} />
        </button>
      ))}
      <PhotoGallery photos={photos} at={at} title="お客さま" onAt={setAt} onClose={() => setAt(undefined)} />
    </Photos>
  )
}
