import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { commentTemplateCalls as calls } from '#contract/comment-template'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { CsvButton, type FileOptions } from '#web/ui/csv-button.tsx'
import { CsvImportDialog } from '#web/ui/csv-import-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink } from '#web/ui/link-button.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted } from '#web/ui/page.tsx'
import { QuickFilters } from '#web/ui/quick-filters.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import type { Template } from './comment-template.rules.ts'

const Name = ({ id, title, isActive, isOwn }: Pick<Template, 'id' | 'title' | 'isActive' | 'isOwn'>) => (
  <>
    <Link to="/biz/comment-templates/$id" params={{ id: String(id) }}>
      {title}
    </Link>{' '}
    {!isActive && <StatusChip tone="gray">使わない</StatusChip>}
    {!isOwn && <StatusChip tone="gray">運営の定型</StatusChip>}
  </>
)

type Shift = (template: Template, towards: 'front' | 'back') => void

function columnsOf(shift: Shift): Column<Template>[] {
  return [
    {
      key: 'code',
      card: 'title',
      header: '短い記号',
      width: 90,
      cell: ({ shortCode }) => <Kbd>{shortCode}</Kbd>,
    },
    {
      key: 'title',
      card: 'title',
      header: '題名',
      wrap: true,
      cell: Name,
    },
    {
      key: 'body',
      card: 'text',
      header: '本文',
      wrap: true,
      cell: ({ body }) => <span style={{ whiteSpace: 'pre-wrap' }}>{body}</span>,
    },
    { key: 'category', header: '分類', cell: ({ category }) => category || '—' },
    {
      key: 'order',
      card: 'act',
      header: '順番',
      width: 84,
      cell: (template) =>
        template.isOwn && (
          <span style={{ display: 'inline-flex' }}>
            <IconButton label={`${template.title}を前へ`} onClick={() => shift(template, 'front')}>
              <Icon name="chevron" size={18} style={{ rotate: '-90deg' }} />
            </IconButton>
            <IconButton label={`${template.title}を後ろへ`} onClick={() => shift(template, 'back')}>
              <Icon name="chevron" size={18} style={{ rotate: '90deg' }} />
            </IconButton>
          </span>
        ),
    },
  ]
}

const used = [
  { value: 'true', label: '使う' },
  { value: 'false', label: '使わない' },
]

export default function CommentTemplatesPage() {
  const list = useList(calls.list)
  const navigate = useNavigate()
  const [isImporting, setImporting] = useState(false)
  const upload = useMutationOf(calls.load)
  const move = useMutationOf(calls.shift)
  const { q, isActive } = list.query
  const load = (options: FileOptions) => ask(calls.csv, { query: { q, isActive }, ...options })
  const shift: Shift = ({ id }, towards) =>
    move.mutate(
      { params: { id }, body: { towards } },
      { onError: (error) => notify.failed(sentenceFor(error)) },
    )
  return (
    <RowsPage<Template, number>
      name="comment-templates"
      plain
      title="定型コメント"
      label="定型コメントの一覧"
      columns={columnsOf(shift)}
      list={list}
      rowKey={({ id }) => id}
      onOpen={({ id }) => navigate({ to: '/biz/comment-templates/$id', params: { id: String(id) } })}
      actions={
        <>
          <QuietButton onClick={() => setImporting(true)}>CSVを取り込む</QuietButton>
          <CsvButton name="定型コメント" load={load} />
          <NextLink to="/biz/comment-templates/new">定型コメントを登録する</NextLink>
        </>
      }
      filters={
        <QuickFilters
          values={{ q, isActive: isActive === undefined ? undefined : String(isActive) }}
          set={list.set}
          fields={[
            { name: 'q', label: '記号・題名・本文' },
            { name: 'isActive', label: '使用', options: used },
          ]}
        />
      }
      lead={
        <Muted style={{ fontSize: 12 }}>
          査定の画面で、お客さまへのコメントに入れる文です。短い記号が同じなら、運営の定型より自社のものが使われます。
        </Muted>
      }
      empty={
        q === undefined && isActive === undefined ? (
          <Empty title="定型コメントはまだありません">登録するか、CSVを取り込んでください。</Empty>
        ) : (
          <Empty title="条件に合う定型コメントはありません" />
        )
      }
    >
      {isImporting && (
        <CsvImportDialog
          title="定型コメントの取り込み"
          help="列は「短い記号」「題名」「本文」「分類」。「使用(する・しない)」は、変えるときだけ付けます。短い記号が同じものは書き換わります。この画面で保存したCSVも、そのまま取り込めます。ファイルにないものは変わりません。"
          load={(file, dryRun) => upload.mutateAsync({ body: { ...file, dryRun } })}
          onClose={() => setImporting(false)}
        />
      )}
    </RowsPage>
  )
}
