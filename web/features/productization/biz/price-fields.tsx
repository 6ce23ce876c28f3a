import { styled } from '@mui/material/styles'
import { formatYen } from '#contract/text'
import { SelectField } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { LabelButton } from '#web/ui/label-button.ts'
import { YenField } from '#web/ui/number-field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { PriceRange } from '#web/ui/price-range.tsx'
import { accountOf } from './product-facts.ts'
import {
  type ChannelCosts,
  channels,
  type Patch,
  type Product,
  type SaleEvidence,
  UNDECIDED,
} from './product-types.ts'

const Account = styled('div')(({ theme }) => {
  const { palette } = theme.okuru
  return {
    display: 'grid',
    gap: 4,
    fontSize: 12,
    fontVariantNumeric: 'tabular-nums',
    '& dl > div': { display: 'flex', justifyContent: 'space-between', gap: 8, lineHeight: 1.8 },
    '& dt': { color: palette.font.sub },
    '& .profit': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      gap: '0 8px',
      paddingTop: 4,
      borderTop: `1px solid ${palette.border.main}`,
    },
    '& .profit b': { fontSize: 20, lineHeight: 1.4 },
    '& [data-bad]': { color: palette.error.main },
    '& .profit > :last-child': { marginLeft: 'auto' },
  }
})

type Props = {
  product: Product
  edit: (patch: Patch) => void
  readOnly: boolean
  errors: Readonly<Record<string, string>>
  costs: ChannelCosts | undefined
  evidence: SaleEvidence | null | undefined
}

const percentText = (permille: number) => `${(permille / 10).toFixed(1)}%`

export function PriceFields({ product, edit, readOnly, errors, costs, evidence }: Props) {
  return (
    <section aria-label="価格と販路">
      <h2>価格と販路</h2>
      <div className="two">
        <div data-field="sellingPrice">
          <YenField
            label="販売価格(税込)"
            required
            labelEnd={<Kbd>V</Kbd>}
            value={product.sellingPrice}
            readOnly={readOnly}
            error={errors.sellingPrice}
            onChange={(sellingPrice) => edit({ sellingPrice })}
          />
        </div>
        <div data-field="salesChannel">
          <SelectField
            label="販路"
            required
            labelEnd={<Kbd>N</Kbd>}
            emptyLabel="選んでください"
            value={product.salesChannel === UNDECIDED ? '' : product.salesChannel}
            disabled={readOnly}
            error={errors.salesChannel}
            options={channels}
            onChange={({ target }) =>
              edit({ salesChannel: target.value === '' ? UNDECIDED : Number(target.value) })
            }
          />
        </div>
      </div>
      {evidence && !readOnly && product.sellingPrice !== evidence.median && (
        <LabelButton
          type="button"
          style={{ justifySelf: 'start', paddingLeft: 0 }}
          onClick={() => edit({ sellingPrice: evidence.median })}
        >
          販売実績の中央値 {formatYen(evidence.median)} にする <Kbd>A</Kbd>
        </LabelButton>
      )}
      <MarginOf product={product} costs={costs} />
      <Evidence evidence={evidence} price={product.sellingPrice} />
    </section>
  )
}

function MarginOf({ product, costs }: Pick<Props, 'product' | 'costs'>) {
  const account = accountOf(product, costs)
  if (!account)
    return (
      <Muted>
        {product.price === null || product.sellingPrice === null || product.salesChannel === UNDECIDED
          ? '販売価格と販路が決まると、粗利が出ます。'
          : 'この販路の費用はまだ登録されていません。'}
      </Muted>
    )
  const { cost, fee, profit, permille, isBelow } = account
  const lines: readonly (readonly [label: string, amount: number])[] = [
    ['買取額', product.price ?? 0],
    [`販売手数料 ${percentText(cost.feePermille)}`, fee],
    ['送料', cost.shipping],
    ['商品化の費用', cost.handling],
  ]
  return (
    <Account>
      <dl>
        {lines.map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatYen(-amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="profit" data-bad={profit < 0 ? '' : undefined}>
        <span>粗利</span>
        <b>{formatYen(profit)}</b>
        <span data-bad={isBelow ? '' : undefined}>
          <b style={{ fontSize: 13 }}>{percentText(permille)}</b>{' '}
          {`下限 ${percentText(cost.marginFloorPermille)}${isBelow ? ' を下回っています' : ''}`}
        </span>
      </p>
    </Account>
  )
}

function Evidence({ evidence, price }: { evidence: Props['evidence']; price: number | null }) {
  if (evidence === undefined) return null
  if (evidence === null) return <Muted>同じブランド・カテゴリ・状態の販売は、まだ5件ありません。</Muted>
  const { n, daysToSell, label } = evidence
  return (
    <div>
      <PriceRange
        title="自社の販売実績"
        of="販売"
        spread={{ ...evidence, count: n }}
        price={price ?? undefined}
      />
      <Muted style={{ fontSize: 12 }}>
        {[label, daysToSell !== null && `買い取ってから売れるまで中央値 ${daysToSell}日`]
          .filter(Boolean)
          .join('・')}
      </Muted>
    </div>
  )
}
