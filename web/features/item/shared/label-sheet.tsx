import { type ComponentProps, useMemo } from 'react'
import { StickerSheet } from './sticker-sheet.tsx'

type LabelEntry = { slug: string; seq: number; title: string }

type Props = Pick<ComponentProps<typeof StickerSheet>, 'onClose' | 'printAtOnce'> & {
  request: number
  customerName: string
  labels: readonly LabelEntry[]
}

export function LabelSheet({ request, customerName, labels, ...rest }: Props) {
  const stickers = useMemo(
    () =>
      labels.map(({ slug, seq, title }) => ({
        code: slug,
        title: `${request}-${seq}`,
        lines: [title, `${customerName} 様`],
      })),
    [request, customerName, labels],
  )
  return <StickerSheet label="商品ラベル" stickers={stickers} {...rest} />
}
