import { styled } from '@mui/material/styles'
import { type FormEvent, type Ref, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { gradeBandLabel } from '#contract/codes'
import { BrandField } from '#web/features/price-guide/shared/brand-field.tsx'
import { useBrandName, useBrandSearch, useWanted } from '#web/features/price-guide/shared/use-price-guide.ts'
import { useCall } from '#web/lib/query-client.ts'
import { MainButton } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import type { Asked, GradeBand } from './asked-articles.ts'
import { GradeDrawing, gradeWords } from './grade-drawing.tsx'

const Form = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  '& .two': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px', gap: 12, alignItems: 'start' },
  '& .grade': { display: 'flex', alignItems: 'center', gap: 12 },
  '& .grade small': { fontWeight: 400 },
  '& label:has(.grade)': { alignItems: 'center', padding: '6px 14px' },
})

const bands = Object.keys(gradeBandLabel) as GradeBand[]

const grades = bands.map((band) => ({
  value: band,
  label: (
    <span className="grade">
      <GradeDrawing band={band} />
      <span>
        {`${band} ${gradeBandLabel[band]}`}
        <small>{gradeWords[band]}</small>
      </span>
    </span>
  ),
}))

type Category = { id: number; parent: number | null }
const leavesOf = <C extends Category>(categories: readonly C[]): C[] =>
  categories.filter(({ id }) => !categories.some(({ parent }) => parent === id))

const mostPieces = 99

type Props = { onAdd: (article: Omit<Asked, 'key'>) => void; ref: Ref<HTMLFormElement> }

/** One article: what it is and how it is. What is chosen stands in the address, so links can bring it along. */
export function AskForm({ onAdd, ref }: Props) {
  const [wanted, want] = useWanted()
  const [typed, setTyped] = useState<string>()
  const [count, setCount] = useState<number | null>(1)
  const [tried, setTried] = useState(false)
  const categories = leavesOf(useCall(catalogueCalls.categories).data ?? [])
  const brand = useBrandName(wanted.brand, undefined)
  const isChosen = typed === undefined && wanted.brand !== undefined && !brand.isLost
  const text = typed ?? brand.name ?? ''
  const category = categories.find(({ id }) => id === wanted.category)
  const problems = {
    brand:
      brand.isLost && typed === undefined
        ? 'このブランドは見つかりませんでした。もう一度お選びください。'
        : text.trim() === '' && tried
          ? 'ブランドを入力してください。'
          : undefined,
    category: !category && tried ? '種類を選んでください。' : undefined,
    grade: wanted.gradeBand === undefined && tried ? '状態を選んでください。' : undefined,
    count:
      tried && (count === null || count < 1 || count > mostPieces)
        ? `1〜${mostPieces}で入力してください。`
        : undefined,
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    const gradeBand = wanted.gradeBand as GradeBand | undefined
    const isWhole =
      category && gradeBand && text.trim() !== '' && count !== null && count >= 1 && count <= mostPieces
    if (!isWhole || (wanted.brand !== undefined && typed === undefined && !brand.name)) {
      const form = event.currentTarget
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid], fieldset[aria-describedby] input')?.focus(),
      )
      return
    }
    onAdd({
      brand: isChosen ? (wanted.brand ?? null) : null,
      brandName: text.trim().slice(0, 60),
      ...{ category: category.id, categoryName: category.name, gradeBand, count },
    })
    setTried(false)
    setTyped(undefined)
    setCount(1)
    want({ brand: undefined, category: undefined, gradeBand: undefined })
  }
  return (
    <Form ref={ref} onSubmit={submit} noValidate aria-label="調べる品">
      <BrandField
        label="ブランド"
        required
        name="brand"
        text={text}
        chosen={isChosen}
        search={useBrandSearch(typed ?? '')}
        suggesting
        error={problems.brand}
        onText={(next) => {
          setTyped(next)
          want({ brand: undefined })
        }}
        onChoose={({ value }) => {
          setTyped(undefined)
          want({ brand: value })
        }}
        nothing="候補にないブランドです。このまま加えると、実物を拝見してからのご案内になります。"
      />
      <div className="two">
        <SelectField
          label="種類"
          required
          name="category"
          value={wanted.category ?? ''}
          emptyLabel="選んでください"
          options={categories.map(({ id, name }) => ({ value: id, label: name }))}
          error={problems.category}
          onChange={({ target }) => want({ category: Number(target.value) || undefined })}
        />
        <NumberField label="点数" name="count" value={count} error={problems.count} onChange={setCount} />
      </div>
      <ChoiceField
        label="状態"
        required
        help="いちばん近いものをお選びください。"
        name="grade"
        choices={grades}
        value={wanted.gradeBand as GradeBand | undefined}
        error={problems.grade}
        onChange={(gradeBand) => want({ gradeBand })}
      />
      <MainButton type="submit" startIcon={<Icon name="plus" size={18} />}>
        この品の目安を見る
      </MainButton>
    </Form>
  )
}
