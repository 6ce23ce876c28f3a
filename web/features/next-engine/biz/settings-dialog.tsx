import { nextEngineCalls } from '#contract/next-engine'
import { useMutationOf } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { Connection } from './connection-card.tsx'

type Props = { connection: Connection; onClose: () => void }

export function SettingsDialog({ connection: { supplierCode, version }, onClose }: Props) {
  const change = useMutationOf(nextEngineCalls.settings)
  const form = useShortForm(nextEngineCalls.settings, {
    labels: { supplierCode: '仕入先コード' },
    words: { supplierCode: '4桁の数字で入力してください。' },
    defaultValues: { supplierCode },
    bodyOf: ({ supplierCode: typed }) => ({ supplierCode: typed.normalize('NFKC').trim(), version }),
    stale: 'ほかの管理者が先に変更しました。画面を閉じて、いまのコードを確かめてください。',
  })
  return (
    <FormDialog
      form={form}
      title="仕入先コードを変えます"
      confirm="保存する"
      Confirm={MainButton}
      send={async (body) => {
        await change.mutateAsync({ body })
        notify.done('仕入先コードを保存しました。次に登録する商品から使います。')
      }}
      onClose={onClose}
    >
      <TextField
        required
        autoFocus
        inputMode="numeric"
        maxLength={8}
        autoComplete="off"
        help="ネクストエンジンに登録してある仕入先の、4桁のコードです。登録のないコードでは、商品を登録できません。"
        {...form.field('supplierCode')}
      />
    </FormDialog>
  )
}
