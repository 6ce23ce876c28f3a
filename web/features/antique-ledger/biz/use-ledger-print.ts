import { useEffect, useState } from 'react'
import { antiqueLedgerCalls } from '#contract/antique-ledger'
import { ask } from '#web/lib/ask.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { notify } from '#web/ui/notify.tsx'
import type { LedgerRow } from './ledger-columns.tsx'

/** Reads all rows that match, which records the printing, and then prints. */
export function useLedgerPrint(filter: object) {
  const [paper, setPaper] = useState<readonly LedgerRow[]>()
  const [gathering, setGathering] = useState(false)
  useEffect(() => {
    if (paper) window.print()
  }, [paper])
  const gather = async () => {
    setGathering(true)
    try {
      setPaper(await ask(antiqueLedgerCalls.print, { query: filter }))
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
    setGathering(false)
  }
  return { paper, gathering, print: () => void gather() }
}
