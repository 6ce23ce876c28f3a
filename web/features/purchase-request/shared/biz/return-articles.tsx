import { styled } from '@mui/material/styles'
import { itemStatus as I, isBought, requestStatus as R } from '#contract/lifecycle'
import { formatYen } from '#contract/text'
import { Muted, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { ItemThumbnail } from './item-thumbnail.tsx'
import type { BizRequest } from './types.ts'

type Item = BizRequest['items'][number]
type Of = Pick<BizRequest, 'status' | 'items'>

export function returnPlan({ status, items }: Of) {
  // Known once the parcel is arranged or the rest is bought; before, every open item goes back.
  const isArranged = status === R.RETURNING || status === R.CONTRACTED || status === R.COMPLETED
  return {
    back: items.filter((item) =>
      item.isSeized || item.isDisposed
        ? false
        : isArranged
          ? item.status === I.RETURN_REQUESTED
          : item.status <= I.RETURN_REQUESTED,
    ),
    kept: items.filter((item) => isBought(item.status)),
    disposed: items.filter(({ isDisposed }) => isDisposed),
    seized: items.filter(({ isSeized, status }) => isSeized && !isBought(status)),
  }
}

export function returnText(request: Of): string {
  const { back, kept, disposed, seized } = returnPlan(request)
  const rescinded = back.filter(({ isRescinded }) => isRescinded).length
  const unsold = back.length - rescinded
  return [
    kept.length > 0 && `買い取った${kept.length}点はお店に残ります。`,
    backText(unsold, rescinded, kept.length > 0),
    disposed.length > 0 && `${disposed.length}点は、お客さまの同意でリサイクルに出します。`,
    seized.length > 0 && `${seized.length}点は警察にあり、お返しできません。`,
  ]
    .filter(Boolean)
    .join('')
}

function backText(unsold: number, rescinded: number, isPartSold: boolean): string | false {
  if (unsold + rescinded === 0) return false
  if (unsold > 0 && rescinded > 0)
    return `売らなかった${unsold}点と、売却を取り消した${rescinded}点をお返しします。`
  if (rescinded > 0) return `売却を取り消した${rescinded}点をお返しします。`
  return isPartSold
    ? `売らなかった${unsold}点をお返しします。`
    : `売却はありません。${unsold}点すべてをお返しします。`
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 6,
  '& li': {
    display: 'grid',
    gridTemplateColumns: '44px minmax(0, 1fr) auto',
    gap: 10,
    alignItems: 'center',
    fontSize: 13,
  },
  '& .name > small': {
    display: 'block',
    fontSize: 12,
    color: theme.okuru.palette.font.sub,
    fontVariantNumeric: 'tabular-nums',
  },
  '&[data-quiet] li': { gridTemplateColumns: 'minmax(0, 1fr) auto', minHeight: 24 },
}))

const Heading = styled('h3')({ fontSize: 13, marginBottom: 4 })

const titleOf = (item: Item): string =>
  [item.brandName, item.name || item.categoryName].filter(Boolean).join(' ') || '(品名未入力)'

export function ReturnArticles({ request }: { request: BizRequest }) {
  const { back, kept, disposed, seized } = returnPlan(request)
  const sum = kept.reduce((total, { price }) => total + (price ?? 0), 0)
  return (
    <Stack gap={12}>
      {back.length > 0 && (
        <section aria-label="箱に入れるもの">
          <Heading>箱に入れるもの {back.length}点</Heading>
          <List>
            {back.map((item) => (
              <li key={item.slug}>
                <ItemThumbnail src={item.photo?.thumbnailUrl} alt="" />
                <span className="name">
                  {titleOf(item)}
                  <small>{`${request.id}-${item.seq}`}</small>
                </span>
                {item.isRescinded && <StatusChip tone="wait">契約取り消し</StatusChip>}
              </li>
            ))}
          </List>
        </section>
      )}
      {kept.length > 0 && (
        <section aria-label="買い取ったもの">
          <Heading>
            買い取ったもの {kept.length}点 {formatYen(sum)} <Muted>箱に入れません</Muted>
          </Heading>
          <List data-quiet="">
            {kept.map((item) => (
              <li key={item.slug}>
                <span>{`${request.id}-${item.seq} ${titleOf(item)}`}</span>
                <Yen amount={item.price} />
              </li>
            ))}
          </List>
        </section>
      )}
      {disposed.length > 0 && (
        <Muted style={{ fontSize: 12 }}>
          {`リサイクルに出すもの ${disposed.length}点: ${disposed.map(({ seq }) => `${request.id}-${seq}`).join('、')}`}
        </Muted>
      )}
      {seized.length > 0 && (
        <Muted style={{ fontSize: 12 }}>
          {`警察に引き渡したもの ${seized.length}点: ${seized.map(({ seq }) => `${request.id}-${seq}`).join('、')} 箱に入れません`}
        </Muted>
      )}
    </Stack>
  )
}
