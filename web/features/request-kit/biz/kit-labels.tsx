import { styled } from '@mui/material/styles'
import { addressLine } from '#contract/address'
import { kitSizeLabel, labelOf } from '#contract/codes'
import { formatPhone, formatPostalCode } from '#contract/text'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { usePrintOnce } from '#web/ui/use-print-once.ts'
import type { Kit } from './kit-columns.tsx'

// A4: eight labels of 105 × 74 mm.
const Sheet = styled('ol')({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, 105mm)',
  '& li': {
    display: 'grid',
    alignContent: 'space-between',
    width: '105mm',
    height: '74mm',
    padding: '7mm 8mm',
    fontSize: '11pt',
    lineHeight: 1.5,
    breakInside: 'avoid',
    overflow: 'hidden',
  },
  '& b': { display: 'block' },
  '& .name': { fontSize: '16pt' },
  '& .mark': { display: 'inline-block', padding: '0 2mm', border: '1px solid #000000', fontWeight: 700 },
  '& small': { display: 'block', fontSize: '8.5pt', lineHeight: 1.45 },
})

type Props = { kits: readonly Kit[]; onDone: () => void }

/** One for each kit: its boxes are folded flat and go as one parcel, with one number. */
export function AddressLabels({ kits, onDone }: Props) {
  usePrintOnce(onDone)
  return (
    <OnPaper page={{ size: 'A4', margin: 0 }}>
      <Sheet>
        {kits.map((kit) => (
          <Label key={kit.request} kit={kit} />
        ))}
      </Sheet>
    </OnPaper>
  )
}

function Label({ kit }: { kit: Kit }) {
  const { shopAddress } = kit
  return (
    <li>
      <div>
        {kit.address && (
          <>
            〒{formatPostalCode(kit.address.postalCode)}
            <b>{addressLine(kit.address)}</b>
          </>
        )}
        <b className="name">{kit.customerName} 様</b>
        {kit.phone && `電話 ${formatPhone(kit.phone)}`}
      </div>
      <div>
        <span className="mark">転送不要</span>
        <small>
          申し込み {kit.request}・段ボール {labelOf(kitSizeLabel, kit.size)} {kit.boxCount}箱
        </small>
        <small>
          差出人 〒{formatPostalCode(shopAddress.postalCode)} {addressLine(shopAddress)}
        </small>
        <small>
          {kit.shopName}
          {kit.shopPhone && `　電話 ${formatPhone(kit.shopPhone)}`}
        </small>
      </div>
    </li>
  )
}
