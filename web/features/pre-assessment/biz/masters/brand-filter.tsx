import { useState } from 'react'
import { preAssessmentCalls as calls } from '#contract/pre-assessment'
import { useCallWithPrevious } from '#web/lib/query-client.ts'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

type Props = {
  brand: number | undefined
  name: string | undefined
  onChoose: (brand: number | undefined) => void
}

/** Narrows by a brand that is searched for; 0 stands for rows without one. */
export function BrandFilter({ brand, name, onChoose }: Props) {
  const [text, setText] = useState('')
  const q = text.trim()
  const read = useCallWithPrevious(calls.brands, { query: { q, size: 20 } }, q !== '')
  const found = read.isPlaceholderData
    ? undefined
    : read.data?.results.map(({ id, name: label, nameKana }) => ({ value: id, label, hint: nameKana }))
  const label = brand === 0 ? 'なし' : (name ?? (brand === undefined ? '' : `番号 ${brand}`))
  return (
    <>
      <div style={{ flex: '0 1 220px' }}>
        <SearchField<number>
          label="ブランドで絞る"
          name="brand-filter"
          text={text}
          chosen={false}
          search={{ found, failed: read.isError, again: read.refetch }}
          onText={setText}
          onChoose={({ value }) => {
            setText('')
            onChoose(value)
          }}
          nothing="見つかりません。"
        />
      </div>
      {brand !== undefined && (
        <FilterChips
          filters={[{ key: 'brand', label: 'ブランド', value: label, onRemove: () => onChoose(undefined) }]}
          onClear={() => onChoose(undefined)}
        />
      )}
    </>
  )
}
