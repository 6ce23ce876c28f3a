import { fillComment } from '#contract/comment-text'
import { CustodyRecord } from '#web/features/custody/shared/custody-card.tsx'
import { HoldDialog } from '#web/features/hold/shared/hold-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LabelSheet } from '../shared/label-sheet.tsx'
import { type Account, shownPrice } from './bench-price.ts'
import type { Item } from './bench-types.ts'
import { NotBuyableDialog } from './not-buyable-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { TakeBackDialog } from './take-back-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { type BenchRequest, itemTitle } from './use-bench-items.ts'

export type Sheet =
  | 'template'
  | 'notBuyable'
  | 'hold'
  | 'label'
  | 'custody'
  | 'split'
  | 'takeBack'
  | undefined

type SheetsProps = {
  sheet: NonNullable<Sheet>
  item: Item
  figures: Account | null
  request: BenchRequest
  onClose: () => void
  onTemplate: (body: string) => void
  onNotBuyable: (reason: string) => void
  onMade: (slug: string) => void
  onGone: () => void
}

export function BenchSheets(props: SheetsProps) {
  const { sheet, item, request, onClose } = props
  switch (sheet) {
    case 'template':
      return (
        <TemplateDialog
          filled={(body) => fillComment(body, item, shownPrice(item, props.figures)).text}
          onPick={props.onTemplate}
          onClose={onClose}
        />
      )
    case 'notBuyable':
      return <NotBuyableDialog item={item} onSave={props.onNotBuyable} onClose={onClose} />
    case 'split':
      return <SplitDialog item={item} onMade={props.onMade} onClose={onClose} />
    case 'takeBack':
      return <TakeBackDialog item={item} onGone={props.onGone} onClose={onClose} />
    case 'hold':
      return <HoldDialog request={request.id} slug={item.slug} onClose={onClose} />
    case 'custody':
      return (
        <Dialog open title={`${request.id}-${item.seq} の保管の記録`} onClose={onClose}>
          <CustodyRecord request={request.id} item={item.slug} />
        </Dialog>
      )
    default:
      return (
        <Dialog open wide title="商品ラベル" onClose={onClose}>
          <LabelSheet
            request={request.id}
            shopName={request.shopName}
            labels={[{ slug: item.slug, seq: item.seq, title: itemTitle(item) }]}
            onClose={onClose}
          />
        </Dialog>
      )
  }
}
