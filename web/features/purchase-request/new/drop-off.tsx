import { styled } from '@mui/material/styles'
import { carrierServices } from '#contract/carrier'
import { carrierLabel, labelOf } from '#contract/codes'
import type { Carrier } from '#contract/tracking-number'
import { Inset } from '#web/ui/card.tsx'

const Places = styled(Inset)({
  fontSize: 13,
  '& ul': { paddingLeft: 20 },
  '& li': { listStyle: 'disc' },
  '& > b': { display: 'block' },
})

/** Where the customer can bring the boxes, and how they are sent. */
export function DropOff({ carrier, hasKit = false }: { carrier: string | null; hasKit?: boolean }) {
  const known = Object.hasOwn(carrierServices, carrier ?? '')
    ? carrierServices[carrier as Carrier]
    : undefined
  return (
    <Places>
      <b>持ち込める場所</b>
      {known && (
        <ul>
          <li>{known.counters}</li>
          <li>
            {known.stores
              ? `コンビニ(${known.stores.names})。${known.stores.limit}です。`
              : 'コンビニではお受けしていません。'}
          </li>
        </ul>
      )}
      <p>
        {hasKit ? (
          '送り状は、段ボールに入っている着払いのものをお使いください。'
        ) : (
          <>
            送り状は、{labelOf(carrierLabel, carrier)}の<b style={{ display: 'inline' }}>着払い</b>
            をお使いください。
          </>
        )}
        送料はかかりません。控えは、届くまでお持ちください。
      </p>
    </Places>
  )
}
