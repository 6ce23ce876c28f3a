import { styled } from '@mui/material/styles'
import { ShopSign } from '#web/features/company/shared/shop-card.tsx'
import {
  acceptanceText,
  costText,
  leadTimeText,
  type Shop,
} from '#web/features/company/shared/shop-figures.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import type { PartProps } from './goods-fields.tsx'

const Name = styled('span')({ display: 'flex', alignItems: 'center', gap: 12 })
const Facts = styled('span')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 14,
  marginTop: 2,
  '& b': { display: 'inline', color: theme.okuru.palette.font.main },
}))

function ShopHelp({ shop }: { shop: Shop }) {
  const lead = leadTimeText(shop)
  const accepted = acceptanceText(shop)
  return (
    <>
      {shop.tags.map(({ name }) => name).join('・') || shop.description}
      <Facts>
        {lead && (
          <span>
            査定まで <b>{lead}</b>
          </span>
        )}
        {accepted && (
          <span>
            売却された方 <b>{accepted}</b>
          </span>
        )}
        <span>
          返送料 <b>{costText({ from: shop.returnCost, to: shop.returnCost })}</b>
        </span>
        <span>
          お返事の期限 <b>{shop.replyBusinessDays}営業日</b>
        </span>
      </Facts>
    </>
  )
}

export function ShopFields({ draft, change, problems, shops }: PartProps & { shops: readonly Shop[] }) {
  return (
    <ChoiceField
      label="箱を送るお店"
      required
      name="shop"
      value={draft.shop}
      error={problems.shop}
      onChange={(shop) => change({ shop })}
      choices={shops.map((shop) => ({
        value: shop.id,
        label: (
          <Name>
            <Sign>
              <ShopSign storeKey={shop.storeKey} />
            </Sign>
            {shop.name}
          </Name>
        ),
        help: <ShopHelp shop={shop} />,
      }))}
    />
  )
}

// The wordmark is made for larger signs; here it is only decorative.
const Sign = styled('span')({
  flex: 'none',
  '& > span': { width: 44, height: 32, padding: 4, borderRadius: 8 },
})
