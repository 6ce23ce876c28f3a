import { styled } from '@mui/material/styles'
import { type FormEvent, useId } from 'react'
import { savedViewCalls } from '#contract/saved-view'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import type { SavedView } from '#web/lib/use-saved-views.ts'
import { DangerButton, NextButton, QuietButton } from './button.tsx'
import { CheckField } from './choice-field.tsx'
import { Dialog } from './dialog.tsx'
import { SelectField, TextField } from './field.tsx'
import { ErrorText } from './field-style.tsx'
import { Muted, Stack } from './page.tsx'
import type { SavedViewsState } from './saved-views.tsx'
import { useShortForm } from './short-form.ts'

const Buttons = styled('div')({
  display: 'flex',
  flexDirection: 'row-reverse',
  flexWrap: 'wrap',
  gap: 8,
  marginTop: 16,
  '& > *': { flex: 'none' },
  '& > .apart': { marginRight: 'auto' },
})

type Props = {
  state: SavedViewsState
  /** The view to edit; without it the list as it is becomes one. */
  view?: SavedView
  onClose: () => void
  onRemove?: () => void
}

type Values = { name: string; shop: string; opens: boolean }

const shopOf = (text: string): number | null => (text === '' ? null : Number(text))

/** Name, readers and whether the list opens with it. */
export function SavedViewDialog({ state, view, onClose, onRemove }: Props) {
  const { kind, views, conditions, hidden } = state
  const formId = useId()
  const staff = useStaff()
  const create = useMutationOf(savedViewCalls.create, { rereadsOnError: true })
  const update = useMutationOf(savedViewCalls.update, { rereadsOnError: true })
  const open = useMutationOf(savedViewCalls.open)
  const list = kind ?? 'requests'
  const content = { search: conditions, hidden: hidden ? [...hidden] : null }
  const version = view?.version ?? 0
  const form = useShortForm(view ? savedViewCalls.update : savedViewCalls.create, {
    labels: { name: '名前', shop: '使う人' },
    blank: { name: '名前を入力してください(例 朝の確認)' },
    stale: 'ほかの人が先に変えました。閉じて、もう一度開いてください。',
    defaultValues: {
      name: view?.name ?? '',
      shop: view?.shop ? String(view.shop) : '',
      opens: view?.isDefault ?? false,
    } satisfies Values,
    bodyOf: ({ name, shop }) =>
      view ? { name, shop: shopOf(shop), version } : { list, name, shop: shopOf(shop), ...content },
  })
  const { name, shop } = form.watch()
  const twin = view
    ? undefined
    : views.find((one) => one.name === name.trim() && one.shop === shopOf(shop) && one.mayChange)

  const save = async () => {
    const body = { name: form.getValues('name').trim(), shop: shopOf(form.getValues('shop')) }
    if (view && !view.mayChange) return view
    if (view) return update.mutateAsync({ params: { id: view.id }, body: { ...body, version } })
    if (!twin) return create.mutateAsync({ body: { list, ...body, ...content } })
    return update.mutateAsync({ params: { id: twin.id }, body: { ...content, version: twin.version } })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void form.submit(async () => {
      const saved = await save()
      const opens = form.getValues('opens')
      if (opens !== saved.isDefault) await open.mutateAsync({ body: { list, view: opens ? saved.id : null } })
      if (!view) {
        state.settle(saved.id)
        state.show(saved)
      }
      onClose()
    })
  }
  const shops = staff?.isAdmin ? staff.company.shops : []
  return (
    <Dialog open title={view ? `表示「${view.name}」` : '表示を保存'} onClose={onClose}>
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap={12}>
          <TextField
            {...form.field('name')}
            help={view ? undefined : '条件・並び順・列を保存します。'}
            autoFocus
            autoComplete="off"
            maxLength={20}
            disabled={view && !view.mayChange}
          />
          {shops.length > 0 && (view === undefined || view.mayChange) && (
            <SelectField
              {...form.field('shop')}
              help="共有した表示は、管理者だけが変えられます。"
              emptyLabel="自分だけ"
              options={shops.map((one) => ({ value: one.id, label: `${one.name}の全員` }))}
            />
          )}
          {view && !view.mayChange && (
            <Muted>
              {view.sharedBy}さんが{view.shopName}で共有した表示です。名前や条件は、管理者が変えられます。
            </Muted>
          )}
          <CheckField label="この一覧を開くと、はじめにこの表示になる" {...form.register('opens')} />
          {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
        </Stack>
        <Buttons>
          <NextButton type="submit" pending={form.pending}>
            {twin ? '上書きして保存する' : '保存する'}
          </NextButton>
          <QuietButton onClick={onClose}>戻る</QuietButton>
          {onRemove && view?.mayChange && (
            <DangerButton className="apart" onClick={onRemove}>
              この表示を消す
            </DangerButton>
          )}
        </Buttons>
      </form>
    </Dialog>
  )
}
