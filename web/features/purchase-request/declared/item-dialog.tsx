import { styled } from '@mui/material/styles'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { gradeBandLabel } from '#contract/codes'
import { declaredListCalls, mostDeclaredCount, mostPhotosOfItem } from '#contract/declared-list'
import { useBrandSearch } from '#web/features/price-guide/shared/use-price-guide.ts'
import { type AskInput, ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import type { Photo } from '#web/lib/photo-queue.ts'
import { reread, useCall, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { useUploads } from '#web/lib/use-uploads.ts'
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
  ensure: () => Promise<number>
  onClose: () => void
  onNext: () => void
}

/** Photos are sent as soon as they are taken, so the row exists from the first one on. */
function useRow({ item, ensure }: Pick<Props, 'item' | 'ensure'>) {
  const add = useMutationOf(declaredListCalls.addItem)
  const change = useMutationOf(declaredListCalls.changeItem)
  const made = useRef<{ id: number; version: number } | undefined>(item)
  const making = useRef<Promise<number>>(undefined)
  const make = async (body: Body): Promise<number> => {
    const row = await add.mutateAsync({ params: { id: await ensure() }, body })
    made.current = row
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

export default function ItemDialog({ item, ensure, onClose, onNext }: Props) {
  const row = useRow({ item, ensure })
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
    stale: 'この品は、ほかの端末で変更されています。この画面の内容で保存するときは、もう一度押してください。',
  })
  const photos = useRowPhotos(item, () => row.need({ ...blank, count: form.getValues('count') ?? 1 }))
  const [empty, setEmpty] = useState(false)
  const { brand, brandText } = form.watch()
  const search = useBrandSearch(brandText)
  const categories = leavesOf(useCall(catalogueCalls.categories).data ?? [])
  const count = useBound(form, 'count')
  const save = (done: () => void) => {
    const { count: _count, ...words } = form.getValues()
    const isEmpty = photos.all.length === 0 && Object.values(words).every((value) => !value)
    setEmpty(isEmpty)
    if (isEmpty) return
    void form.submit(async ({ version: _version, ...body }) => {
      await photos.settled()
      await row.save(body)
      done()
    })
  }
  return (
    <Dialog
      open
      title={item ? '品を直す' : '品を入れる'}
      onClose={onClose}
      actions={
        <>
          <MainButton type="button" pending={form.pending} onClick={() => save(onClose)}>
            {item ? '保存する' : 'リストに入れる'}
          </MainButton>
          {!item && (
            <QuietButton type="button" pending={form.pending} onClick={() => save(onNext)}>
              入れて、続けて次の品へ
            </QuietButton>
          )}
          <QuietButton type="button" onClick={onClose}>
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
            setEmpty(false)
            photos.add(files)
          }}
          onRetry={photos.retry}
          onRemove={photos.remove}
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
        {empty && <ErrorText role="alert">写真かブランドなど、どれかひとつを入れてください。</ErrorText>}
        {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
      </Stack>
    </Dialog>
  )
}

const blank: Body = { brand: null, brandText: '', category: null, condition: null, count: 1, note: '' }

/** The stored photos of the row, and those that are under way. */
function useRowPhotos(item: DeclaredItem | undefined, need: () => Promise<number>) {
  const client = useQueryClient()
  const [stored, setStored] = useState(item?.photos ?? [])
  const [problem, setProblem] = useState<string>()
  const remove = useMutationOf(declaredListCalls.removePhoto)
  const uploads = useUploads(
    async (body) => ask(declaredListCalls.addPhoto, { params: { id: await need() }, body }),
    { onSent: () => reread(client, declaredListCalls.addPhoto.changes) },
  )
  const shown: Photo[] = stored.map(({ id, thumbnailUrl }) => ({
    key: `stored-${id}`,
    url: thumbnailUrl,
    state: 'done',
  }))
  const takeAway = async (key: string) => {
    const photo = stored.find(({ id }) => key === `stored-${id}`) ?? uploads.resultOf(key)
    setProblem(undefined)
    try {
      if (photo) await remove.mutateAsync({ params: { id: photo.id } })
      setStored((all) => all.filter(({ id }) => id !== photo?.id))
      uploads.discard(key)
    } catch (error) {
      setProblem(sentenceFor(error))
    }
  }
  return {
    all: [...shown, ...uploads.photos],
    refusal: problem ?? uploads.refusal,
    add: uploads.add,
    retry: uploads.retry,
    remove: (key: string) => void takeAway(key),
    settled: uploads.settled,
  }
}
