import { useState } from 'react'
import { custodyCalls, placeKindLabel } from '#contract/custody'
import { formatCount } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import type { Undoable } from '#web/ui/undo-notice.tsx'
import type { ItemRow } from './item-bulk.tsx'

type Props = {
  picked: readonly ItemRow[]
  onClose: () => void
  onDone: (done: Undoable) => void
}

/** Records the chosen articles at one place, as if each had been scanned there. */
export function MoveItemsDialog({ picked, onClose, onDone }: Props) {
  const places = useCall(custodyCalls.places, { query: {} })
  const move = useMutationOf(custodyCalls.move, { rereadsOnError: true })
  const undo = useMutationOf(custodyCalls.undo, { rereadsOnError: true })
  const [target, setTarget] = useState('')
  const [problem, setProblem] = useState<string>()
  const takeBack = async (id: number) => {
    const { moved } = await undo.mutateAsync({ params: { id } })
    return `${formatCount(moved.length)}点を元の場所に戻しました。`
  }
  const send = async () => {
    if (target === '') return setProblem('置き場を選んでください。')
    setProblem(undefined)
    try {
      const codes = picked.map(({ slug }) => slug)
      const { id, to, moved, unchanged } = await move.mutateAsync({ body: { target, codes } })
      const there =
        unchanged.length > 0 ? `${formatCount(unchanged.length)}点は、もう${to?.name}にあります。` : ''
      onDone({
        sentence:
          moved.length > 0
            ? `${formatCount(moved.length)}点を${to?.name}へ移したと記録しました。${there}`
            : there,
        ...(id !== null && { undo: () => takeBack(id) }),
      })
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return (
    <ActDialog
      title={`${formatCount(picked.length)}点を別の置き場へ移す`}
      confirm="移したと記録する"
      onClose={onClose}
      onConfirm={() => void send()}
      pending={move.isPending}
    >
      <WhenPartRead state={places}>
        {(all) => (
          <Stack gap={12}>
            <SelectField
              label="置き場"
              autoFocus
              emptyLabel="選んでください"
              value={target}
              error={problem}
              onChange={(event) => setTarget(event.target.value)}
              options={all.map(({ code, name, kind, shopName }) => ({
                value: code,
                label: `${name}(${placeKindLabel[kind]}) ・ ${shopName}`,
              }))}
            />
            {all.length === 0 && <Muted>置き場はまだありません。「置き場」の画面で加えられます。</Muted>}
            <Muted>品物を実際に移してから記録してください。このあと10秒のあいだ、元に戻せます。</Muted>
          </Stack>
        )}
      </WhenPartRead>
    </ActDialog>
  )
}
