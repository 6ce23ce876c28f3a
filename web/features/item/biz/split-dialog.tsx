import { itemCalls } from '#contract/item'
import { formatYen } from '#contract/text'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { YenField } from '#web/ui/number-field.tsx'
import { Muted } from '#web/ui/page.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { Item } from './bench-types.ts'

type Values = { basePrice: number | null; otherBasePrice: number | null; name: string }

type Props = { item: Item; onMade: (slug: string) => void; onClose: () => void }

/** For a set that was counted as one article; the price is divided by hand. */
export function SplitDialog({ item, onMade, onClose }: Props) {
  const split = useMutationOf(itemCalls.split, { waits: true, rereadsOnError: true })
  const form = useShortForm<typeof itemCalls.split, Values>(itemCalls.split, {
    labels: {
      basePrice: `${item.seq}点目の基準額`,
      otherBasePrice: '分けた商品の基準額',
      name: '分けた商品の品名',
    },
    defaultValues: { basePrice: null, otherBasePrice: null, name: item.name },
    bodyOf: (values) => ({ ...values, version: item.version }),
    stale: 'ほかの画面で更新されました。一度閉じて、いまの内容をお確かめください。',
  })
  const own = useBound(form, 'basePrice')
  const other = useBound(form, 'otherBasePrice')
  const sum = (own.value ?? 0) + (other.value ?? 0)
  return (
    <FormDialog
      form={form}
      title={`${item.seq}点目を2点に分ける`}
      confirm="2点に分ける"
      Confirm={NextButton}
      send={async (body) => {
        const made = await split.mutateAsync({ params: { slug: item.slug }, body })
        notify.done(`${made.seq}点目を分けました。ラベルの印刷と写真の追加をしてください。`)
        onMade(made.slug)
      }}
      onClose={onClose}
    >
      <Muted style={{ fontSize: 13 }}>
        ブランド・カテゴリ・色・素材・サイズは引き継ぎます。写真・減額・グレードは、もとの商品に残ります。
      </Muted>
      <YenField required autoFocus {...own} />
      <YenField required {...other} />
      <p role="status" style={{ fontSize: 13 }}>
        {`2点の合計 ${formatYen(sum)}`}
        {item.basePrice !== null && `(もとの基準額 ${formatYen(item.basePrice)})`}
      </p>
      <TextField maxLength={120} {...form.field('name')} />
    </FormDialog>
  )
}
