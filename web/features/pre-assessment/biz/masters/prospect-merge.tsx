import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { customerCalls } from '#contract/customer'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { sentenceFor } from '#web/lib/errors.ts'
import { queryOf, useCallWithPrevious, useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Stack } from '#web/ui/page.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type Prospect, prospectName } from './prospect.rules.ts'

/** Customers of a shop; the telephone of the prospect is looked for at first. */
function useCustomers(prospect: Prospect) {
  const shops = useStaff()?.company.shops ?? []
  const [shop, setShop] = useState<number>()
  const [text, setText] = useState(prospect.phone || prospect.name)
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const place = shop ?? shops[0]?.id
  const q = useSettled(text.trim())
  const read = useCallWithPrevious(
    customerCalls.shopCustomers,
    { params: { shopPk: place ?? 0 }, query: { q, size: 20 } },
    place !== undefined && q !== '' && !chosen,
  )
  const found =
    read.isPlaceholderData || q !== text.trim()
      ? undefined
      : read.data?.results.map(({ id, name, prefecture }) => ({
          value: id,
          label: name,
          hint: [`会員番号${id}`, prefecture].filter(Boolean).join('・'),
        }))
  return { shops, place, setShop, text, setText, chosen, setChosen, read, found }
}

export function ProspectMerge({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  const client = useQueryClient()
  const customers = useCustomers(prospect)
  const { shops, place, text, chosen, read, found } = customers
  const [version, setVersion] = useState(prospect.version)
  const [problem, setProblem] = useState<string>()
  const update = useMutationOf(calls.updateCustomer)
  const send = async () => {
    if (!chosen) return setProblem('会員のお客さまを選んでください。')
    try {
      const saved = await update.mutateAsync({
        params: { id: prospect.id },
        body: { customer: chosen.id, version },
      })
      client.setQueryData(queryOf(calls.customer, { params: { id: saved.id } }).queryKey, saved)
      notify.done(`${prospectName(prospect)}様を会員の${chosen.name}様と結びつけました。`)
      onClose()
    } catch (error) {
      const current = currentOf<Prospect>(error)
      if (current) setVersion(current.version)
      setProblem(
        current
          ? 'ほかの画面でこのお客さまの内容が変わりました。それでも結びつけるときは、もう一度押してください。'
          : sentenceFor(error),
      )
    }
  }
  return (
    <ActDialog
      title="会員のお客さまと結びつける"
      confirm="結びつける"
      pending={update.isPending}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Stack gap={12}>
        <p>{`${prospectName(prospect)}様の事前査定が、会員のお客さまのものとして表示されます。あとから外せます。`}</p>
        {shops.length > 1 && (
          <SelectField
            label="店舗"
            value={place ?? ''}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => {
              customers.setShop(Number(target.value))
              customers.setChosen(undefined)
            }}
          />
        )}
        <SearchField<number>
          required
          label="会員のお客さま"
          name="customer"
          text={text}
          chosen={chosen !== undefined}
          search={{ found, failed: read.isError, again: read.refetch }}
          onText={(next) => {
            customers.setText(next)
            customers.setChosen(undefined)
            setProblem(undefined)
          }}
          onChoose={({ value, label }) => {
            customers.setChosen({ id: value, name: label })
            customers.setText(label)
            setProblem(undefined)
          }}
          nothing="見つかりません。名前・カナ・電話番号で探せます。"
        />
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}
