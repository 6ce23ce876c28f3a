import { fillComment } from '#contract/comment-text'
import { HoldDialog } from '#web/features/hold/shared/hold-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LabelSheet } from '../shared/label-sheet.tsx'
import { type Account, shownPrice } from './bench-price.ts'
import type { Item } from './bench-types.ts'
import { NotBuyableDialog } from './not-buyable-dialog.tsx'
import { SplitDialog } from './split-dialog.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { type BenchRequest, itemTitle } from './use-bench-items.ts'

export type Sheet = 'template' | 'notBuyable' | 'hold' | 'label' | 'split' | undefined

type SheetsProps = {
  sheet: NonNullable<Sheet>
  item: Item
  figures: Account | null
  request: BenchRequest
  onClose: () => void
  onTemplate: (body: string) => void
  onNotBuyable: (reason: string) => void
  onMade: (slug: string) => void
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
    case 'hold':
      return <HoldDialog request={request.id} slug={item.slug} onClose={onClose} />
    default:
      return (
        <Dialog open wide title="商品ラベル" onClose={onClose}>
          <LabelSheet
            request={request.id}
            customerName={request.customerName}
            labels={[{ slug: item.slug, seq: item.seq, title: itemTitle(item) }]}
            onClose={onClose}
          />
        </Dialog>
      )
  }
}
