import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { gradeBandLabel } from '#contract/codes'
import { declaredListCalls, mostDeclaredCount, mostPhotosOfItem } from '#contract/declared-list'
import { useBrandSearch } from '#web/features/price-guide/shared/use-price-guide.ts'
import { type AskInput, ask } from '#web/lib/ask.ts'
import { reread, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { useStoredPhotos } from '#web/lib/use-stored-photos.ts'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Stack } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import type { DeclaredItem } from '../shared/declared-rows.tsx'

const Two = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
})

type Values = {
  brand: number | null
  brandText: string
  category: string
  condition: string
  count: number | null
  note: string
}
type Body = Omit<AskInput<typeof declaredListCalls.changeItem>['body'], 'version'>

const conditions = Object.entries(gradeBandLabel).map(([value, label]) => ({ value, label }))

const valuesOf = (item: DeclaredItem | undefined): Values => ({
  brand: item?.brand ?? null,
  brandText: item?.brandName ?? '',
  category: String(item?.category ?? ''),
  condition: item?.condition ?? '',
  count: item?.count ?? 1,
  note: item?.note ?? '',
})

type Category = { id: number; parent: number | null }
const leavesOf = <C extends Category>(categories: readonly C[]): C[] =>
  categories.filter(({ id }) => !categories.some(({ parent }) => parent === id))

type Props = {
  item: DeclaredItem | undefined
  /** It is being entered, also where a photo has made its row already. */
  isNew: boolean
  draft: string
  ensure: () => Promise<number>
  onMade: (row: number) => void
  onForget: () => void
  onClose: () => void
  onNext: () => void
}

/** Photos are sent as soon as they are taken, so the row exists from the first one on. */
function useRow({ item, ensure, onMade }: Pick<Props, 'item' | 'ensure' | 'onMade'>) {
  const add = useMutationOf(declaredListCalls.addItem)
  const change = useMutationOf(declaredListCalls.changeItem)
  const made = useRef<{ id: number; version: number } | undefined>(item)
  const making = useRef<Promise<number>>(undefined)
  const make = async (body: Body): Promise<number> => {
    const row = await add.mutateAsync({ params: { id: await ensure() }, body })
    made.current = row
    onMade(row.id)
    return row.id
  }
  return {
    /** The row for a photo. */
    need: (body: Body): Promise<number> => {
      if (made.current) return Promise.resolve(made.current.id)
      making.current ??= make(body).finally(() => {
        making.current = undefined
      })
      return making.current
    },
    save: async (body: Body): Promise<void> => {
      await making.current
      const row = made.current
      if (!row) return void (await make(body))
      try {
        await change.mutateAsync({ params: { id: row.id }, body: { ...body, version: row.version } })
      } catch (error) {
        const now = currentOf<DeclaredItem>(error)
        // Whoever presses again has been told.
        if (now) made.current = now
        throw error
      }
    },
  }
}

export default function ItemDialog({ onForget, onClose, onNext, ...props }: Props) {
  const { item, isNew, draft } = props
  const row = useRow(props)
  const form = useShortForm(declaredListCalls.changeItem, {
    labels: { brandText: 'ブランド', category: '種類', condition: '状態', count: '点数', note: 'メモ' },
    words: { count: `1〜${mostDeclaredCount}の点数を入力してください` },
    defaultValues: valuesOf(item),
    bodyOf: ({ brand, brandText, category, condition, count, note }) => ({
      brand,
      brandText: brand === null ? brandText : '',
      category: category === '' ? null : Number(category),
      condition: condition === '' ? null : condition,
      count,
      note,
      version: 0,
    }),
    draft,
    stale: 'この品は、ほかの端末で変更されています。この画面の内容で保存するときは、もう一度押してください。',
  })
  const photos = useRowPhotos(item, () => row.need({ ...blank, count: form.getValues('count') ?? 1 }))
  const [problem, setProblem] = useState<string>()
  const { brand, brandText } = form.watch()
  const search = useBrandSearch(brandText)
  const categories = leavesOf(useCall(catalogueCalls.categories).data ?? [])
  const count = useBound(form, 'count')
  const forget = () => {
    form.forget()
    onForget()
  }
  const save = (done: () => void) => {
    const { count: _count, ...words } = form.getValues()
    const isEmpty = photos.all.length === 0 && Object.values(words).every((value) => !value)
    setProblem(isEmpty ? '写真かブランドなど、どれかひとつを入れてください。' : undefined)
    if (isEmpty) return
    void form.submit(async ({ version: _version, ...body }) => {
      const blocked = await photos.settled()
      setProblem(blocked)
      if (blocked) return false
      await row.save(body)
      // The dialog of the next article must not take this draft up.
      forget()
      done()
    })
  }
  return (
    <Dialog
      open
      title={isNew ? '品を入れる' : '品を直す'}
      onClose={onClose}
      actions={
        <>
          <MainButton type="button" pending={form.pending} onClick={() => save(onClose)}>
            {isNew ? 'リストに入れる' : '保存する'}
          </MainButton>
          {isNew && (
            <QuietButton type="button" pending={form.pending} onClick={() => save(onNext)}>
              入れて、続けて次の品へ
            </QuietButton>
          )}
          <QuietButton
            type="button"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            戻る
          </QuietButton>
        </>
      }
    >
      <Stack gap={16}>
        <p style={{ fontSize: 13 }}>わかるところだけで構いません。写真だけでも入れられます。</p>
        <PhotoInput
          label="写真"
          required={false}
          help={`品の全体と、気になるところ。${mostPhotosOfItem}枚まで。`}
          error={photos.refusal}
          photos={photos.all}
          max={mostPhotosOfItem}
          onAdd={(files) => {
            setProblem(undefined)
            photos.add(files)
          }}
          onRetry={photos.retry}
          onRemove={(key) => {
            setProblem(undefined)
            photos.remove(key)
          }}
        />
        <SearchField
          label="ブランド"
          required={false}
          name="brandText"
          text={brandText}
          chosen={brand !== null}
          search={search}
          suggesting
          error={form.formState.errors.brandText?.message}
          onText={(text) => {
            form.setValue('brand', null)
            form.setValue('brandText', text)
          }}
          onChoose={({ value, label }) => {
            form.setValue('brand', value)
            form.setValue('brandText', label)
          }}
          nothing="候補にないブランドです。このままお使いいただけます。"
        />
        <Two>
          <SelectField
            required={false}
            emptyLabel="えらばない"
            options={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('category')}
          />
          <NumberField required {...count} />
        </Two>
        <SelectField
          required={false}
          emptyLabel="えらばない"
          options={conditions}
          {...form.field('condition')}
        />
        <TextArea
          required={false}
          rows={2}
          maxLength={200}
          help="例 袖に毛玉、箱あり"
          {...form.field('note')}
        />
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
        {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      </Stack>
    </Dialog>
  )
}

const blank: Body = { brand: null, brandText: '', category: null, condition: null, count: 1, note: '' }

function useRowPhotos(item: DeclaredItem | undefined, need: () => Promise<number>) {
  const client = useQueryClient()
  const remove = useMutationOf(declaredListCalls.removePhoto)
  return useStoredPhotos(item?.photos ?? [], {
    send: async (body) => ask(declaredListCalls.addPhoto, { params: { id: await need() }, body }),
    onSent: () => reread(client, declaredListCalls.addPhoto.changes),
    remove: (id) => remove.mutateAsync({ params: { id } }),
  })
}
