import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { buyingAmountCalls } from '#contract/buying-amount'
import { catalogueCalls } from '#contract/catalogue'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useCallWithPrevious } from '#web/lib/query-client.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type AmountLine, keyOfLine } from './amount-line.ts'
import { cellId } from './amount-table.tsx'

const Line = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 10,
  '& > div': { flex: '1 1 200px', maxWidth: 280 },
})

/** Waits for the row to be drawn. */
const focusSoon = (id: string) => requestAnimationFrame(() => document.getElementById(id)?.focus())

export function NewAmountLine({ onAdd }: { onAdd: (line: AmountLine) => void }) {
  const [text, setText] = useState('')
  const [brand, setBrand] = useState<{ id: number; name: string }>()
  const [category, setCategory] = useState('')
  const [tried, setTried] = useState(false)
  const all = useCall(catalogueCalls.categories).data ?? []
  const parents = new Set(all.map(({ parent }) => parent))
  const leaves = all.filter(({ id }) => !parents.has(id))
  const q = text.trim()
  const read = useCallWithPrevious(catalogueCalls.brands, { query: { q, size: 20 } }, q !== '' && !brand)
  const found = read.isPlaceholderData
    ? undefined
    : read.data?.map(({ id, name, nameKana }) => ({ value: id, label: name, hint: nameKana }))
  const kind = leaves.find(({ id }) => String(id) === category)
  const add = async () => {
    setTried(true)
    if (!brand || !kind) return
    const empty: AmountLine = {
      ...{ brand: brand.id, brandName: brand.name, category: kind.id, categoryName: kind.name },
      amounts: [],
    }
    // The row may have amounts on another page.
    const asked = { q: brand.name, category: kind.id, size: 200 }
    const stored = await ask(buyingAmountCalls.list, { query: asked }).catch((error: unknown) => {
      notify.failed(sentenceFor(error))
    })
    if (!stored) return
    const line = stored.results.find((one) => one.brand === brand.id) ?? empty
    onAdd(line)
    setTried(false)
    setCategory('')
    focusSoon(cellId(keyOfLine(line), 'S_1'))
  }
  return (
    <Line
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div>
        <SearchField<number>
          label="ブランド"
          name="brand"
          text={text}
          chosen={brand !== undefined}
          search={{ found, failed: read.isError, again: read.refetch }}
          error={tried && !brand ? 'ブランドを選んでください。' : undefined}
          onText={(next) => {
            setText(next)
            setBrand(undefined)
          }}
          onChoose={({ value, label }) => {
            setBrand({ id: value, name: label })
            setText(label)
          }}
          nothing="見つかりません。"
        />
      </div>
      <div>
        <SelectField
          label="カテゴリ"
          emptyLabel="選んでください"
          value={category}
          error={tried && !kind ? 'カテゴリを選んでください。' : undefined}
          options={leaves.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => setCategory(target.value)}
        />
      </div>
      <QuietButton type="submit">行を加える</QuietButton>
    </Line>
  )
}
