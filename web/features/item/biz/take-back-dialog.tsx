import { itemCalls } from '#contract/item'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import type { Item } from './bench-types.ts'

type Props = { item: Item; onGone: () => void; onClose: () => void }

/** For a copy made by mistake; what was counted at the receipt stays. */
export function TakeBackDialog({ item, onGone, onClose }: Props) {
  const takeBack = useMutationOf(itemCalls.takeBack, { rereadsOnError: true })
  return (
    <ReasonDialog
      call={itemCalls.takeBack}
      title={`${item.seq}点目を取り消します`}
      confirm="この商品を取り消す"
      label="理由"
      help="社内の記録です。お客さまには表示されません。"
      bodyOf={({ reason }) => ({ reason, version: item.version })}
      send={async (body) => {
        const { itemCount } = await takeBack.mutateAsync({ params: { slug: item.slug }, body })
        onGone()
        notify.done(`${item.seq}点目を取り消しました。この箱の商品は ${itemCount}点です。`)
      }}
      onClose={onClose}
    >
      {`${item.originSeq}点目から作った商品です。間違えて作ったときに取り消します。査定の入力と保管の記録からも外れ、元に戻せません。${item.originSeq}点目の基準額は変わりません。`}
    </ReasonDialog>
  )
}
