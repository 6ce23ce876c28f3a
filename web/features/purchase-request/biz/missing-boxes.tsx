import { useState } from 'react'
import { requestStatus as R } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { useMutationOf } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/form-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { missingOf, namesOf } from '../shared/biz/box-arrival.ts'
import type { BizRequest } from '../shared/biz/types.ts'
import { useShowRequest } from '../shared/biz/use-request-writer.tsx'

/** For a request whose boxes came in part. */
export function MissingBoxes({ request }: { request: BizRequest }) {
  const [open, setOpen] = useState(false)
  const show = useShowRequest()
  const giveUp = useMutationOf(purchaseRequestCalls.giveUpBoxes)
  const missing = missingOf(request)
  if (request.arrivedBoxCount === 0 || missing.length === 0) return null
  const names = namesOf(missing)
  if (request.status !== R.IN_TRANSIT)
    return (
      <Notice tone="wait" title={`${names}は届いていません`}>
        査定結果を公開するまでは、届いた箱を受け取って商品に加えられます。
      </Notice>
    )
  return (
    <>
      <Notice
        tone="wait"
        title={`${request.boxCount}箱のうち${request.arrivedBoxCount}箱が届きました`}
        actions={<QuietButton onClick={() => setOpen(true)}>残りの箱を待たずに進める</QuietButton>}
      >
        {`${names}がまだ届いていません。そろうと「到着」になり、査定を始められます。`}
      </Notice>
      {open && (
        <ReasonDialog
          call={purchaseRequestCalls.giveUpBoxes}
          title="残りの箱を待たずに進める"
          confirm={`届いた${request.arrivedBoxCount}箱で進める`}
          label="理由(お客さまにお伝えします)"
          draft={`give-up-${request.id}`}
          bodyOf={(values) => ({ ...values, version: request.version })}
          send={async (body) => {
            show(await giveUp.mutateAsync({ params: { id: request.id }, body }))
            notify.done('届いた箱で進めます。お客さまにお知らせしました。')
          }}
          onClose={() => setOpen(false)}
        >
          {`${names}は届いていないものとして、届いた${request.items.length}点の査定に進みます。お客さまには、届いた箱と届いていない箱をお知らせします。`}
        </ReasonDialog>
      )}
    </>
  )
}
