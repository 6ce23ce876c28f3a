import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useDeferredValue, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { foldSearch } from '#contract/text'
import { queryOf, useCall } from '#web/lib/query-client.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import type { Item, Patch } from './bench-types.ts'
import { Combobox, type Pick } from './combobox.tsx'

type Props = {
  item: Item
  edit: (patch: Patch) => void
  readOnly: boolean
  error?: string
  ref?: Ref<HTMLInputElement>
}

const MOST = 30

/** Brands by name, kana or alias, as the server knows them. */
export function BrandField({ item, edit, readOnly, ref }: Props) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data = [] } = useQuery({
    ...queryOf(catalogueCalls.brands, { query: { q, shop: item.shop } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  return (
    <Combobox
      ref={ref}
      label="ブランド"
      labelEnd={<Kbd>B</Kbd>}
      value={item.brandName}
      readOnly={readOnly}
      options={data
        .slice(0, MOST)
        .map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana }))}
      onQuery={setTyped}
      onPick={(picked) => edit({ brand: picked?.value ?? null, brandName: picked?.label ?? '' })}
    />
  )
}

/** The category tree, found by any part of the path to a leaf. */
export function CategoryField({ item, edit, readOnly, error, ref }: Props) {
  const [typed, setTyped] = useState('')
  const { data = [] } = useCall(catalogueCalls.categories)
  const parents = new Set(data.map(({ parent }) => parent))
  const nameOf = (id: number | null) => data.find((category) => category.id === id)?.name
  const wanted = foldSearch(typed)
  const options: Pick[] = data
    .filter(({ id }) => !parents.has(id))
    .map(({ id, name, parent }) => ({ value: id, label: name, hint: nameOf(parent) }))
    .filter(({ label, hint = '' }) => foldSearch(hint + label).includes(wanted))
  return (
    <Combobox
      ref={ref}
      label="カテゴリ"
      value={item.categoryName}
      readOnly={readOnly}
      error={error}
      options={options}
      onQuery={setTyped}
      onPick={(picked) => edit({ category: picked?.value ?? null, categoryName: picked?.label ?? '' })}
    />
  )
}
