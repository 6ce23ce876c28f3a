import { type ComponentProps, useMemo } from 'react'
import { type Sticker, StickerSheet } from './sticker-sheet.tsx'

type LabelEntry = { slug: string; seq: number; title: string }
type BoxEntry = { seq: number; boxCode: string }

type Props = Pick<ComponentProps<typeof StickerSheet>, 'onClose'> & {
  request: number
  shopName: string
  labels: readonly LabelEntry[]
  /** Printed first. */
  boxes?: readonly BoxEntry[]
  boxCount?: number
}

/** Labels leave the house with what they stick to, so they name no customer. */
export const itemSticker = (
  { slug, seq, title }: LabelEntry,
  of: Pick<Props, 'request' | 'shopName'>,
): Sticker => ({
  code: slug,
  title: `${of.request}-${seq}`,
  lines: [title, of.shopName],
})

export function LabelSheet({ request, shopName, labels, boxes = none, boxCount = 1, ...rest }: Props) {
  const stickers = useMemo(
    (): Sticker[] => [
      ...boxes.map(({ seq, boxCode }) => ({
        code: boxCode,
        title: `${request} の箱`,
        lines: [boxCount > 1 ? `${boxCount}箱のうち${seq}箱目` : '', shopName],
      })),
      ...labels.map((label) => itemSticker(label, { request, shopName })),
    ],
    [request, shopName, labels, boxes, boxCount],
  )
  return <StickerSheet label={boxes.length > 0 ? 'ラベル' : '商品ラベル'} stickers={stickers} {...rest} />
}

const none: readonly BoxEntry[] = []
