import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { catalogueCalls } from '#contract/catalogue'
import { useCall } from '#web/lib/query-client.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { TextField } from '#web/ui/field.tsx'
import { MainLink } from '#web/ui/link-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Muted, Page, Stack } from '#web/ui/page.tsx'

const Brands = styled('ul')(({ theme }) => ({
  display: 'grid',
  background: theme.okuru.palette.bg.paper,
  border: `1px solid ${theme.okuru.palette.border.main}`,
  borderRadius: theme.okuru.radius.card,
  padding: '4px 18px',
  columnGap: 32,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(3, 1fr)' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 8,
    padding: '10px 0',
    borderBottom: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& li:last-of-type': { borderBottom: 0 },
  '& b': { fontWeight: 500 },
  '& span': { fontSize: 12 },
}))

/** Whether a brand is bought here, found by its name, its reading or another spelling. */
export default function BrandsPage() {
  const { value, change } = useListSearch(catalogueCalls.brands)
  const [typed, setTyped] = useState(value.q ?? '')
  const q = useDeferredValue(typed.trim())
  const brands = useCall(catalogueCalls.brands, { query: { q: q || undefined, shop: value.shop } })
  return (
    <Page
      title="ブランドを探す"
      lead="お持ちの品のブランドをお取り扱いしているか、お確かめいただけます。"
      wide
    >
      <Stack>
        <search style={{ maxWidth: 420 }}>
          <TextField
            label="ブランド名"
            help="カナや略称でもお探しいただけます。例: ギャルソン"
            type="search"
            enterKeyHint="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              change({ q: event.target.value.trim() || undefined }, { replace: true })
            }}
          />
        </search>
        <Muted role="status">{brands.data && `${brands.data.length}件`}</Muted>
        {brands.isPending && <Loading />}
        {brands.isError && (
          <ErrorPanel onRetry={() => void brands.refetch()} retrying={brands.isRefetching} />
        )}
        {brands.data?.length === 0 && (
          <Empty
            title="見つかりませんでした"
            action={<MainLink to="/contact">お取り扱いを問い合わせる</MainLink>}
          >
            一覧にないブランドも、お取り扱いできることがあります。
          </Empty>
        )}
        {brands.data && brands.data.length > 0 && (
          <Brands>
            {brands.data.map(({ id, name, nameKana }) => (
              <li key={id}>
                <b>{name}</b>
                {nameKana && <Muted>{nameKana}</Muted>}
              </li>
            ))}
          </Brands>
        )}
        <p>
          <Link to="/shops">お店から選ぶ</Link>
        </p>
      </Stack>
    </Page>
  )
}
