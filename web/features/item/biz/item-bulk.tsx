import { useState } from 'react'
import { pageSize } from '#contract/field'
import { itemCalls } from '#contract/item'
import { type AskResult, ask } from '#web/lib/ask.ts'
import { BulkBar, useChooseAll } from '#web/ui/bulk-bar.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted } from '#web/ui/page.tsx'
import { useUndoNotice } from '#web/ui/undo-notice.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { itemSticker } from '../shared/label-sheet.tsx'
import { type Sticker, StickerSheet } from '../shared/sticker-sheet.tsx'
import { MoveItemsDialog } from './move-items-dialog.tsx'

export type ItemRow = AskResult<typeof itemCalls.bizList>['results'][number]

type Props = {
  picked: readonly ItemRow[]
  /** How many the list finds. */
  total: number
  filter: object
  onAll: (rows: readonly ItemRow[]) => void
  onClear: () => void
}

const most = pageSize.most

/** What can be done with several articles at once. */
export function ItemBulk({ picked, total, filter, onAll, onClear }: Props) {
  const [stickers, setStickers] = useState<readonly Sticker[]>()
  const [isMoving, setMoving] = useState(false)
  const { tell, notice } = useUndoNotice()
  const tooMany = picked.length > most
  const move = () => setMoving(true)
  const all = useChooseAll({
    ...{ chosen: picked.length, total, most, onRows: onAll },
    load: () => ask(itemCalls.bizList, { query: { ...filter, page: 1, size: most } }),
  })
  const print = () => setStickers(picked.map(stickerOf))
  const close = () => setStickers(undefined)
  useShortcuts(
    [
      { code: 'KeyL', label: '選んだ商品のラベルを印刷する', run: print },
      { code: 'KeyM', label: '選んだ商品を別の置き場へ移す', run: move },
    ],
    { enabled: picked.length > 0 && !tooMany && stickers === undefined && !isMoving },
  )
  return (
    <>
      <BulkBar count={picked.length} onClear={onClear} all={all} notice={notice}>
        <QuietButton
          size="small"
          startIcon={<Icon name="print" size={16} />}
          disabled={tooMany}
          onClick={print}
        >
          ラベルを印刷する
        </QuietButton>
        <QuietButton size="small" disabled={tooMany} onClick={move}>
          置き場へ移す
        </QuietButton>
        {tooMany && <Muted>一度に{most}件までです。</Muted>}
      </BulkBar>
      {isMoving && (
        <MoveItemsDialog
          picked={picked}
          onClose={() => setMoving(false)}
          onDone={(done) => {
            setMoving(false)
            onClear()
            tell(done)
          }}
        />
      )}
      {stickers && (
        <Dialog open wide title="商品のラベル" onClose={close}>
          <StickerSheet label="商品ラベル" stickers={stickers} onClose={close} />
        </Dialog>
      )}
    </>
  )
}

const stickerOf = (row: ItemRow): Sticker =>
  itemSticker({ ...row, title: [row.brandName, row.categoryName].filter(Boolean).join(' ') }, row)
