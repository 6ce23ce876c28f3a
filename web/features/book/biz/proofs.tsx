import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { bookCalls } from '#contract/book'
import { formatDateTimeJa } from '#contract/day'
import { formatCount } from '#contract/text'
import type { AskResult } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useList } from '#web/lib/use-list.ts'
import { NextButton } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Table, TableFrame } from '#web/ui/data-table-style.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Muted } from '#web/ui/page.tsx'
import { RowsPage } from '#web/ui/rows-page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { Yen } from '#web/ui/yen.tsx'
import { wordsOfCheck } from './book-words.ts'
import type { MoneyFrame } from './money.page.tsx'

export type Proof = AskResult<typeof bookCalls.proofs>['results'][number]

const Verdict = ({ ok }: { ok: boolean }) => (
  <StatusChip tone={ok ? 'ok' : 'late'}>{ok ? '一致' : '不一致'}</StatusChip>
)

const columns: readonly Column<Proof>[] = [
  { key: 'id', card: 'named', header: '番号', cell: ({ id }) => id },
  { key: 'madeAt', header: '証明した日時', cell: ({ madeAt }) => formatDateTimeJa(madeAt) },
  { key: 'isOk', card: 'chip', header: '結果', cell: ({ isOk }) => <Verdict ok={isOk} /> },
  {
    key: 'checks',
    header: '確認した項目',
    align: 'end',
    cell: ({ checks }) => `${checks.filter(({ isOk }) => isOk).length} / ${checks.length}`,
  },
  {
    key: 'entryCount',
    header: '仕訳',
    align: 'end',
    cell: ({ entryCount }) => `${formatCount(entryCount)}件`,
  },
]

export function Proofs({ frame }: { frame: MoneyFrame }) {
  const list = useList(bookCalls.proofs)
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const [chosen, setChosen] = useState<number | null>()
  const prove = useMutationOf(bookCalls.prove, {
    onSuccess: ({ id }) => {
      setChosen(id)
      if (list.page !== 1) list.setPage(1)
    },
    waits: true,
  })
  const rows = list.read.data?.results
  // Where there is room beside the list, the newest is open until the user selects another or closes it.
  const open = chosen === undefined ? wide && rows?.[0] : rows?.find(({ id }) => id === chosen)
  return (
    <RowsPage
      {...frame}
      label="証明の一覧"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      selected={open ? open.id : null}
      onSelect={(id) => setChosen(id ?? null)}
      actions={
        <NextButton onClick={() => prove.mutate({ body: {} })} pending={prove.isPending}>
          今すぐ証明する
        </NextButton>
      }
      detail={open && <ProofChecks proof={open} />}
      detailLabel="証明の内容"
      lead={prove.error && <ErrorText role="alert">{sentenceFor(prove.error)}</ErrorText>}
      empty={
        <Empty title="証明はまだありません">
          毎日3時に自動で行われます。「今すぐ証明する」を押すと、今の帳簿を確かめて記録します。
        </Empty>
      }
    />
  )
}

const Amount = ({ value, unit }: { value: number; unit: 'yen' | 'count' }) =>
  unit === 'yen' ? <Yen amount={value} strong={false} /> : <>{formatCount(value)}件</>

export function ProofChecks({ proof }: { proof: Proof }) {
  const wrong = proof.checks.filter(({ isOk }) => !isOk).length
  return (
    <>
      <div>
        <Muted style={{ fontSize: 12 }}>証明 {proof.id}</Muted>
        <h2>{wrong === 0 ? '帳簿はすべて一致しています' : `${wrong}項目が一致していません`}</h2>
        <Muted style={{ fontSize: 12 }}>
          {formatDateTimeJa(proof.madeAt)} ・ 仕訳 {formatCount(proof.entryCount)}件
        </Muted>
      </div>
      {wrong > 0 && (
        <p style={{ fontSize: 13 }}>
          振込を進める前に、一致していない項目を確認してください。帳簿の記録はそのまま残っています。
        </p>
      )}
      <TableFrame style={{ maxHeight: 'none' }}>
        <Table>
          <thead>
            <tr>
              <th scope="col">確認した項目</th>
              <th scope="col" className="end">
                あるべき値 / 実際の値
              </th>
            </tr>
          </thead>
          <tbody>
            {proof.checks.map(({ name, expected, found, isOk }) => {
              const { label, unit } = wordsOfCheck(name)
              return (
                <tr key={name}>
                  <td className="wrap">
                    {label} {!isOk && <Verdict ok={false} />}
                  </td>
                  <td className="end" style={{ paddingBlock: 6 }}>
                    <Amount value={expected} unit={unit} />
                    <br />
                    <Amount value={found} unit={unit} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </TableFrame>
    </>
  )
}
