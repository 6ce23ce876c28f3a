import { useEffect, useState } from 'react'
import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { ask } from '#web/lib/ask.ts'
import { problemIn } from '#web/lib/errors.ts'
import { notify } from '#web/ui/notify.tsx'
import { OnPaper } from '#web/ui/on-paper.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import type { LedgerHeader, LedgerRow } from './ledger-columns.tsx'
import { LedgerPaper } from './ledger-paper.tsx'

/**
 * Reads all rows that match, which records the printing, and then prints them. `sheet` goes on the page: what the
 * browser prints by itself is not the ledger, because nobody would have recorded it.
 */
export function useLedgerPrint(filter: object, header: LedgerHeader | undefined) {
  const [rows, setRows] = useState<readonly LedgerRow[]>()
  const [gathering, setGathering] = useState(false)
  const { confirmed, dialog } = useReauthenticate()
  const isReady = rows !== undefined && header !== undefined
  useEffect(() => {
    if (!isReady) return
    const done = () => setRows(undefined)
    window.addEventListener('afterprint', done)
    window.print()
    return () => window.removeEventListener('afterprint', done)
  }, [isReady])
  const print = async () => {
    if (gathering) return
    setGathering(true)
    try {
      setRows(await confirmed(() => ask(antiqueLedgerCalls.print, { query: filter })))
    } catch (error) {
      const problem = problemIn(error)
      if (problem) notify.failed(problem)
    }
    setGathering(false)
  }
  useShortcuts([
    { code: 'KeyP', ctrl: true, label: '台帳を印刷する', inFields: true, run: () => void print() },
  ])
  const sheet = (
    <>
      {dialog}
      {header && rows ? (
        <LedgerPaper header={header} rows={rows} />
      ) : (
        <OnPaper page={{ size: 'A4', margin: '20mm' }}>
          古物台帳は、画面の印刷のボタンから印刷してください。印刷したことが記録に残ります。
        </OnPaper>
      )}
    </>
  )
  return { print: () => void print(), gathering, sheet }
}
