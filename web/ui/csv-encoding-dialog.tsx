import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { missingInShiftJis } from '#contract/csv-check'
import type { CsvEncoding } from '#contract/csv-encoding'
import { formatCount } from '#contract/text'
import { sentenceFor } from '#web/lib/errors.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'

const encodings = [
  { value: 'utf-8', label: 'UTF-8', help: 'Excelでそのまま開けます。どの文字もそのまま保存されます。' },
  {
    value: 'shift_jis',
    label: 'Shift_JIS(CP932)',
    help: 'UTF-8を読めない古いソフト向けです。ない文字があれば、保存の前にお知らせします。',
  },
] as const satisfies readonly { value: CsvEncoding; label: string; help: string }[]

type Found = (typeof missingInShiftJis)['_output']
// biome-ignore lint/suspicious/noExplicitAny: the error and the key are the caller's own
type QueryOptions<Checked extends Found> = UseQueryOptions<Checked, any, Checked, any>
type Chosen = { encoding?: CsvEncoding; substitute?: true }

type Props<Checked extends Found> = {
  title: string
  lead: string
  /** Reads what Shift_JIS lacks, once that is chosen. */
  check: QueryOptions<Checked>
  /** The button that saves the file as chosen, in Shift_JIS as it was checked. */
  save: (chosen: Chosen, checked?: Checked) => ReactNode
}

/** A list as a file: first the encoding, and for Shift_JIS what would be written otherwise. */
export function CsvEncodingDialog<Checked extends Found>({ title, lead, check, save }: Props<Checked>) {
  const [open, setOpen] = useState(false)
  const [encoding, setEncoding] = useState<CsvEncoding>('utf-8')
  const close = () => setOpen(false)
  return (
    <>
      <QuietButton startIcon={<Icon name="download" size={16} />} onClick={() => setOpen(true)}>
        CSVを保存する
      </QuietButton>
      {open && (
        <Dialog
          open
          wide={encoding === 'shift_jis'}
          title={title}
          onClose={close}
          actions={<QuietButton onClick={close}>閉じる</QuietButton>}
        >
          <Stack gap={12}>
            <Muted>{lead}</Muted>
            <ChoiceField label="文字コード" choices={encodings} value={encoding} onChange={setEncoding} />
            {encoding === 'utf-8' ? save({}) : <ShiftJis check={check} save={save} />}
          </Stack>
        </Dialog>
      )}
    </>
  )
}

function ShiftJis<Checked extends Found>({ check: options, save }: Pick<Props<Checked>, 'check' | 'save'>) {
  const check = useQuery(options)
  if (check.error)
    return (
      <Stack gap={8}>
        <ErrorText role="alert">{sentenceFor(check.error)}</ErrorText>
        <QuietButton onClick={() => void check.refetch()}>もう一度確かめる</QuietButton>
      </Stack>
    )
  if (!check.data) return <Muted role="status">Shift_JISにない文字を確かめています…</Muted>
  const { count } = check.data
  return (
    <Stack gap={12}>
      {count === 0 ? <p>すべての文字をShift_JISで保存できます。</p> : <Missing found={check.data} />}
      {save({ encoding: 'shift_jis', ...(count > 0 && { substitute: true }) }, check.data)}
    </Stack>
  )
}

const shown = (substitute: string): string => (substitute === '' ? '(書かない)' : substitute)

function Missing({ found: { count, characters, places } }: { found: Found }) {
  return (
    <Stack gap={8}>
      <p>
        Shift_JISにない文字が<b>{formatCount(count)}か所</b>
        あります。このまま保存すると、次の文字に置き換わります。元の文字を残すには、UTF-8を選んでください。
      </p>
      <p>
        {characters
          .map(({ character, substitute, count: times }) =>
            [`${character} → ${shown(substitute)}`, times > 1 && `(${formatCount(times)}か所)`]
              .filter(Boolean)
              .join(''),
          )
          .join('、')}
      </p>

      <DataTable
        label="置き換わる文字"
        rowKey={({ key }) => key}
        rows={places.map((place, index) => ({ ...place, key: index }))}
        columns={[
          { key: 'line', header: '行', align: 'end', cell: ({ line }) => formatCount(line) },
          { key: 'seq', header: '番号', align: 'end', cell: ({ seq }) => seq },
          { key: 'column', header: '列', cell: ({ column }) => column },
          { key: 'character', header: 'ない文字', cell: ({ character }) => character },
          { key: 'substitute', header: '置き換え', cell: ({ substitute }) => shown(substitute) },
        ]}
      />

      {count > places.length && <Muted>はじめの{formatCount(places.length)}か所です。</Muted>}
    </Stack>
  )
}
