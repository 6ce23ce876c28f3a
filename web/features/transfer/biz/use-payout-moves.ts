import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { transferCalls } from '#contract/transfer'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { CancelError } from '#web/lib/api-error.ts'
import { ask } from '#web/lib/ask.ts'
import { saveFile } from '#web/lib/download.ts'
import { queryOf, reread } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import type { BodyOf } from '#web/ui/short-form.ts'
import type { Batch } from './payout-types.ts'

export type Step = 'approve' | 'export' | 'download' | 'send' | 'record_results'
export type Results = BodyOf<typeof transferCalls.recordResults>['results']

export function usePayoutMoves(batch: Batch) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Step>()
  const [failure, setFailure] = useState<{ step: Step; error: unknown }>()
  const [theirs, setTheirs] = useState<Batch>()
  const [downloaded, setDownloaded] = useState<string>()
  const { confirmed, dialog } = useReauthenticate()
  const { id, version } = batch
  const params = { id }

  const show = useCallback(
    (next: Batch) => {
      client.setQueryData(queryOf(transferCalls.batch, { params: { id: next.id } }).queryKey, next)
      void reread(client, ['payout'])
    },
    [client],
  )

  /** Resolves to false when somebody else was faster; rejects with any other refusal. */
  const attempt = async (work: () => Promise<Batch | undefined>): Promise<boolean> => {
    try {
      const next = await work()
      if (next) {
        show(next)
        setDownloaded(undefined)
      }
      return true
    } catch (error) {
      const current = currentOf<Batch>(error)
      if (!current) {
        // The step may have failed because the batch on screen is outdated.
        void reread(client, ['payout'])
        throw error
      }
      setTheirs(current)
      return false
    }
  }
  const run = async (step: Step, work: () => Promise<Batch | undefined>): Promise<boolean> => {
    if (busy) return false
    setBusy(step)
    setFailure(undefined)
    try {
      return await attempt(work)
    } catch (error) {
      if (!(error instanceof CancelError)) setFailure({ step, error })
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return {
    /** Asks for the password where a step needs a recent sign-in. */
    dialog,
    busy,
    failure,
    downloaded,
    theirs,
    showTheirs: () => {
      if (theirs) show(theirs)
      setTheirs(undefined)
    },
    approve: () => run('approve', () => ask(transferCalls.approveBatch, { params, body: { version } })),
    makeFile: () => run('export', () => ask(transferCalls.exportBatch, { params, body: { version } })),
    download: () =>
      run('download', async () => {
        const file = await confirmed(() => ask(transferCalls.batchFile, { params }))
        setDownloaded(saveFile(file as Blob, `payout-${id}.txt`))
        return undefined
      }),
    send: (despiteProblems: boolean) =>
      run('send', () => ask(transferCalls.markSent, { params, body: { version, despiteProblems } })),
    record: (results: Results) =>
      run('record_results', () => ask(transferCalls.recordResults, { params, body: { version, results } })),
    recordReturn: (body: BodyOf<typeof transferCalls.recordReturns>) =>
      attempt(() => ask(transferCalls.recordReturns, { params, body })),
    cancel: (body: BodyOf<typeof transferCalls.cancelBatch>) =>
      attempt(() => ask(transferCalls.cancelBatch, { params, body })),
  }
}

export type PayoutMoves = ReturnType<typeof usePayoutMoves>
