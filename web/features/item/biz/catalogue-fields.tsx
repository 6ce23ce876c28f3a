import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { foldSearch } from '#contract/text'
import { queryOf, useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { type Answer, Combobox } from '#web/ui/combo-field.tsx'
import type { Choice } from '#web/ui/combobox.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import type { Item, Patch } from './bench-types.ts'

type Props = {
  item: Item
  edit: (patch: Patch) => void
  /** Typed text that no option was chosen for. */
  text: string | undefined
  onText: (text: string | undefined) => void
  readOnly: boolean
  error?: string
  ref?: Ref<HTMLInputElement>
}

const MOST = 30

type Read = { data: unknown; isError: boolean; isPlaceholderData: boolean }

const answerOf = ({ data, isError, isPlaceholderData }: Read): Answer =>
  isError ? 'failed' : data === undefined || isPlaceholderData ? 'asking' : 'here'

const noneYet = (what: string) => `${what}がまだ登録されていません。運営に登録をご依頼ください。`

export function BrandField({ item, edit, text, onText, readOnly, error, ref }: Props) {
  const q = text?.trim() ?? ''
  const read = useCallWithPrevious(catalogueCalls.brands, { query: { q, shop: item.shop } }, q !== '')
  // Only requested when nothing matches: a misspelling, or a site without brands.
  const any = useQuery({
    ...queryOf(catalogueCalls.brands, { query: { size: 1 } }),
    enabled: q !== '' && !read.isPlaceholderData && read.data?.length === 0,
  })
  return (
    <Combobox
      ref={ref}
      label="ブランド"
      labelEnd={<Kbd>B</Kbd>}
      value={item.brandName}
      text={text}
      onText={onText}
      readOnly={readOnly}
      error={error}
      options={
        q === ''
          ? []
          : (read.data ?? [])
              .slice(0, MOST)
              .map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana }))
      }
      isOrdered
      none={any.data?.length === 0 ? noneYet('ブランド') : undefined}
      answer={q === '' ? 'here' : answerOf(read)}
      onRetry={() => read.refetch()}
      onPick={(picked) => edit({ brand: picked?.value ?? null, brandName: picked?.label ?? '' })}
    />
  )
}

export function CategoryField({ item, edit, text, onText, readOnly, error, ref }: Props) {
  const read = useCall(catalogueCalls.categories)
  const { data = [] } = read
  const parents = new Set(data.map(({ parent }) => parent))
  const nameOf = (id: number | null) => data.find((category) => category.id === id)?.name
  const wanted = foldSearch(text ?? '')
  const options: Choice<number>[] = data
    .filter(({ id }) => !parents.has(id))
    .map(({ id, name, parent }) => ({ value: id, label: name, hint: nameOf(parent) }))
    .filter(({ label, hint = '' }) => foldSearch(hint + label).includes(wanted))
  return (
    <Combobox
      ref={ref}
      label="カテゴリ"
      value={item.categoryName}
      text={text}
      onText={onText}
      readOnly={readOnly}
      error={error}
      options={options}
      none={read.data?.length === 0 ? noneYet('カテゴリ') : undefined}
      answer={answerOf(read)}
      onRetry={() => read.refetch()}
      onPick={(picked) => edit({ category: picked?.value ?? null, categoryName: picked?.label ?? '' })}
    />
  )
}
