import { apiKeyCalls, longestKeyDays, machinePermissionLabel, personalPermissions } from '#contract/api-key'
import type { MachinePermission } from '#contract/permission'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import type { AskResult } from '#web/lib/ask.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { CheckList } from '#web/ui/check-list.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useShortForm } from '#web/ui/short-form.ts'

type Shop = { id: number; name: string }
type Props = {
  /** Those that the reader may open to a key; a key for all shops names none. */
  shops: readonly Shop[]
  mayGiveAll: boolean
  onMade: (key: AskResult<typeof apiKeyCalls.create>) => void
  onClose: () => void
}

type Values = { name: string; permissions: MachinePermission[]; shops: number[]; days: string }

const daysIn = (text: string): number => Number(text.normalize('NFKC').trim() || Number.NaN)

const permissionChoices = (Object.keys(machinePermissionLabel) as MachinePermission[]).map((value) => ({
  value,
  label: `${machinePermissionLabel[value]}${personalPermissions.includes(value) ? '(個人情報を含む)' : ''}`,
}))

export function ApiKeyCreate({ shops, mayGiveAll, onMade, onClose }: Props) {
  const create = useMutationOf(apiKeyCalls.create)
  const { confirmed, dialog } = useReauthenticate()
  const form = useShortForm<typeof apiKeyCalls.create, Values>(apiKeyCalls.create, {
    labels: { name: '名前', permissions: '使える範囲', shops: '店舗', days: '使える日数' },
    words: { days: `1日から${longestKeyDays}日までの日数を入力してください。` },
    defaultValues: { name: '', permissions: [], shops: [], days: '90' },
    draft: 'api-key',
    bodyOf: ({ days, ...values }) => ({ ...values, days: daysIn(days) }),
    also: (values) => ({
      permissions: values.permissions.length === 0 ? '使える範囲を1つ以上選んでください。' : undefined,
      shops: !mayGiveAll && values.shops.length === 0 ? '店舗を1つ以上選んでください。' : undefined,
    }),
  })
  const permissions = useBound(form, 'permissions')
  const reach = useBound(form, 'shops')
  return (
    <>
      <FormDialog
        form={form}
        title="APIキーを作る"
        confirm="APIキーを作る"
        Confirm={NextButton}
        send={async (body) => onMade(await confirmed(() => create.mutateAsync({ body })))}
        onClose={onClose}
      >
        <p>
          キーを持つシステムは、選んだ範囲のことを人の確認なしにできます。すべての管理者にお知らせします。
        </p>
        <TextField
          required
          autoFocus
          maxLength={60}
          autoComplete="off"
          help="何のためのキーか。操作の記録にこの名前で残ります。例 在庫管理"
          {...form.field('name')}
        />
        <CheckList required choices={permissionChoices} {...permissions} />
        {(shops.length > 1 || !mayGiveAll) && (
          <CheckList
            required={!mayGiveAll}
            help={mayGiveAll ? '選ばないと、すべての店舗です。' : undefined}
            choices={shops.map(({ id, name }) => ({ value: id, label: name }))}
            {...reach}
          />
        )}
        <TextField
          required
          inputMode="numeric"
          maxLength={3}
          unit="日"
          autoComplete="off"
          help="期限が来ると使えなくなります。その前に新しいキーに替えてください。"
          {...form.field('days')}
        />
      </FormDialog>
      {dialog}
    </>
  )
}
