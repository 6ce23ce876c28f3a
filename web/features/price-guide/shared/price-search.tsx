import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { evidenceMinimum } from '#contract/evidence'
import { useCall } from '#web/lib/query-client.ts'
import { SelectField } from '#web/ui/field.tsx'
import { BrandField } from './brand-field.tsx'
import { PriceAnswer } from './price-answer.tsx'
import {
  bandOptions,
  type Example,
  useBrandName,
  useBrandSearch,
  useExample,
  useGuide,
  useWanted,
  type Wanted,
} from './use-price-guide.ts'

const Root = styled('section')(({ theme }) => ({
  padding: '20px 16px 16px',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  boxShadow: theme.okuru.shadow.card,
  [theme.breakpoints.up('md')]: { padding: 24 },
  '& h2': { ...theme.typography.h2, color: theme.okuru.palette.font.main },
  '& .small': { fontSize: 12, lineHeight: 1.6, color: theme.okuru.palette.font.sub },
  '& form': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12, margin: '12px 0 16px' },
  '& form > :first-of-type': { gridColumn: '1 / -1' },
  '& .small:last-child': { marginTop: 10 },
}))

type Category = { id: number; name: string; parent: number | null }

/** Only what can be chosen: groups are left out. */
const leavesOf = (categories: readonly Category[]) =>
  categories.filter(({ id }) => !categories.some(({ parent }) => parent === id))

const exampleWanted = (example: Example | null | undefined): Wanted => ({
  brand: example?.brand,
  category: example?.category,
  gradeBand: example?.gradeBand,
})

/** いくらになる? — what past purchases of a brand, a kind and a condition brought. */
export function PriceSearch() {
  const id = useId()
  const example = useExample()
  const [asked, want] = useWanted()
  const [typed, setTyped] = useState<string>()
  const wanted = asked.brand === undefined ? exampleWanted(example.data) : asked
  const categories = leavesOf(useCall(catalogueCalls.categories).data ?? [])
  const known = wanted.brand === example.data?.brand ? example.data?.brandName : undefined
  const brand = useBrandName(wanted.brand, known)
  const chosen = typed === undefined && wanted.brand !== undefined && !brand.isLost
  const search = useBrandSearch(typed ?? '')
  const guide = useGuide(wanted)
  return (
    <Root aria-labelledby={id}>
      <h2 id={id}>いくらになる?</h2>
      <p className="small">実際の買取実績から調べられます。</p>
      <form onSubmit={(event: FormEvent) => event.preventDefault()}>
        <BrandField
          label="ブランド"
          name="brand"
          text={typed ?? brand.name ?? ''}
          chosen={chosen}
          search={search}
          suggesting
          error={brand.isLost ? 'このブランドは見つかりませんでした。もう一度お選びください。' : undefined}
          onText={setTyped}
          onChoose={({ value }) => {
            setTyped(undefined)
            // The rest of the example was not asked for.
            want({ brand: value })
          }}
          nothing="お取り扱いのブランドに見つかりませんでした。カナや略称でもお探しいただけます。"
        />
        <SelectField
          label="種類"
          value={wanted.category ?? ''}
          emptyLabel="すべて"
          options={categories.map(({ id: value, name }) => ({ value, label: name }))}
          onChange={({ target }) => want({ ...wanted, category: Number(target.value) || undefined })}
        />
        <SelectField
          label="状態"
          value={wanted.gradeBand ?? ''}
          emptyLabel="すべて"
          options={bandOptions}
          onChange={({ target }) => want({ ...wanted, gradeBand: target.value || undefined })}
        />
      </form>
      <PriceAnswer
        wanted={wanted}
        brand={chosen ? brand.name : undefined}
        category={categories.find(({ id: value }) => value === wanted.category)?.name}
        guide={guide}
        isPending={example.isPending || (chosen && guide.isPending)}
      />
      <p className="small">
        {`査定額は、お品物を1点ずつ拝見して決まります。${evidenceMinimum}件に満たない実績は表示しません。`}
        <Link to="/estimate">かんたん査定でまとめて調べる</Link>
      </p>
    </Root>
  )
}
