import { useState } from 'react'
import { QuietButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { GoodsFileDialog, type GoodsFilter } from './goods-file-dialog.tsx'
import { GoodsUploadDialog } from './goods-upload-dialog.tsx'

/** For the head of the list: its articles as a file, and back. */
export function GoodsFiles({ filter }: { filter: GoodsFilter }) {
  const [open, setOpen] = useState<'file' | 'upload'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <QuietButton aria-haspopup="dialog" onClick={() => setOpen('upload')}>
        CSVを取り込む
      </QuietButton>
      <QuietButton
        aria-haspopup="dialog"
        startIcon={<Icon name="download" size={16} />}
        onClick={() => setOpen('file')}
      >
        CSVを保存する
      </QuietButton>
      {open === 'file' && <GoodsFileDialog filter={filter} onClose={close} />}
      {open === 'upload' && <GoodsUploadDialog onClose={close} />}
    </>
  )
}
