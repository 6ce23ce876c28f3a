import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { LabelSheet } from '#web/features/item/shared/label-sheet.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Row } from '#web/ui/page.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { ItemState } from '../shared/biz/item-state.tsx'
import { gradeText } from '../shared/biz/statuses.ts'
import type { BizRequest } from '../shared/biz/types.ts'

type ItemRow = BizRequest['items'][number]

const columns: readonly Column<ItemRow>[] = [
  { key: 'seq', card: 'title', header: '枝番', align: 'end', width: 48, cell: (row) => row.seq },
  {
    key: 'photo',
    card: 'lead',
    header: '写真',
    width: 44,
    cell: (row) =>
      row.photo ? (
        <img
          src={row.photo.thumbnailUrl}
          alt=""
          loading="lazy"
          style={{ width: 32, height: 32, maxWidth: 'none', objectFit: 'cover', borderRadius: 6 }}
        />
      ) : (
        <Icon name="hanger" size={20} style={{ opacity: 0.4 }} />
      ),
  },
  {
    key: 'name',
    card: 'title',
    header: '商品',
    wrap: true,
    cell: (row) =>
      [row.brandName, row.name || row.categoryName].filter(Boolean).join(' ') || <Muted>未入力</Muted>,
  },
  { key: 'grade', header: 'グレード', cell: (row) => gradeText(row.grade) },
  {
    key: 'status',
    card: 'chip',
    header: '状況',
    cell: (row) => (
      <ItemState status={row.status} isDisputed={row.isDisputed} isRescinded={row.isRescinded} />
    ),
  },
  { key: 'price', header: '査定額', align: 'money', cell: (row) => <Yen amount={row.price} /> },
]

export function RequestItems({ request }: { request: BizRequest }) {
  const navigate = useNavigate()
  const [labels, setLabels] = useState(false)
  const [selected, setSelected] = useState<string>()
  if (request.items.length === 0)
    return (
      <Card>
        <h2>商品</h2>
        <Muted>箱を受け取って点数を数えると、ここに1点ずつ並びます。</Muted>
      </Card>
    )
  const open = (slug: string) =>
    void navigate({ to: '/biz/bench/$id', params: { id: String(request.id) }, search: { item: slug } })
  return (
    <section aria-label="商品">
      <Row style={{ justifyContent: 'space-between', marginBottom: 6 }}>
        <h2>商品 {request.items.length}点</h2>
        <QuietButton startIcon={<Icon name="print" size={16} />} onClick={() => setLabels(true)}>
          ラベル
        </QuietButton>
      </Row>
      <DataTable
        label="この箱の商品"
        columns={columns}
        rows={request.items}
        rowKey={({ slug }) => slug}
        selected={selected ?? null}
        onSelect={({ slug }) => setSelected(slug)}
        onOpen={({ slug }) => open(slug)}
      />
      {labels && (
        <Dialog open wide title="箱と商品のラベル" onClose={() => setLabels(false)}>
          <LabelSheet
            request={request.id}
            shopName={request.shopName}
            boxes={request.boxes.filter(({ arrivedAt }) => arrivedAt !== null)}
            boxCount={request.boxCount}
            labels={request.items.map((item) => ({
              slug: item.slug,
              seq: item.seq,
              title: [item.brandName, item.categoryName].filter(Boolean).join(' '),
            }))}
            onClose={() => setLabels(false)}
          />
        </Dialog>
      )}
    </section>
  )
}
