import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { labelOf } from '#contract/codes'
import { requestStatusLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { queryOf, useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { ConflictDialog, type ConflictField } from '#web/ui/conflict-dialog.tsx'
import type { BizRequest, RequestWrite } from './types.ts'

const fieldLabels: Partial<Record<keyof RequestWrite, string>> = {
  status: '操作',
  assessor: '担当',
  internalNote: '社内メモ',
  carrier: '運送会社',
  trackingNumber: '送り状番号',
  trackings: '送り状番号',
  pickupDate: '集荷日',
  pickupTimeSlot: '集荷の時間',
}

const shown = (value: unknown): string =>
  value === null || value === '' || value === undefined ? '—' : `${value}`

/** `1箱目 1234…`, as written or as stored. */
function numbersOf(of: Pick<RequestWrite, 'trackings'> | Pick<BizRequest, 'boxes'>): string {
  const numbers =
    'boxes' in of
      ? of.boxes.map(({ seq, trackingNumber }) => ({ box: seq, trackingNumber }))
      : (of.trackings ?? [])
  return shown(
    numbers
      .filter(({ trackingNumber }) => trackingNumber !== '')
      .map(({ box, trackingNumber }) => `${box}箱目 ${trackingNumber}`)
      .join('、'),
  )
}

export function conflictFields(
  write: RequestWrite,
  current: BizRequest,
  verb: string | undefined,
): ConflictField[] {
  return (Object.keys(write) as (keyof RequestWrite)[]).flatMap((key): ConflictField[] => {
    const label = fieldLabels[key]
    if (!label) return []
    if (key === 'status') {
      const now = labelOf(requestStatusLabel, current.status)
      return [{ key, label, mine: verb ?? '—', theirs: `いまの状況「${now}」のままにする` }]
    }
    if (key === 'assessor') return [{ key, label, mine: '選んだ担当', theirs: shown(current.assessorName) }]
    if (key === 'trackings') return [{ key, label, mine: numbersOf(write), theirs: numbersOf(current) }]
    return [{ key, label, mine: shown(write[key]), theirs: shown(current[key as 'internalNote']) }]
  })
}

type Clash = { write: RequestWrite; verb?: string; before: BizRequest; current: BizRequest }

/** Only a move records who made it. */
export const moverOf = ({
  before,
  current,
}: {
  before: BizRequest
  current: BizRequest
}): string | undefined => (before.status === current.status ? undefined : current.statusHistory.at(-1)?.actor)

/** The fields as they were, and their version, when the user began to type. */
export type Since = Partial<RequestWrite> & { version: number }

/** Background refetches bump the version. The old one is sent only if the same fields changed, to cause a conflict. */
function versionFor(write: RequestWrite, since: Since, now: BizRequest): number {
  const overtaken = (Object.keys(write) as (keyof Since)[]).some(
    (key) =>
      Object.hasOwn(since, key) &&
      (key === 'trackings' ? numbersOf(since) !== numbersOf(now) : since[key] !== now[key as 'internalNote']),
  )
  return overtaken ? since.version : now.version
}

/** Shows a request as a call returned it. */
export function useShowRequest() {
  const client = useQueryClient()
  return (request: BizRequest): void => {
    const { queryKey } = queryOf(purchaseRequestCalls.bizGet, { params: { id: request.id } })
    client.setQueryData(queryKey, request)
  }
}

/** Writes with the version on screen; on a conflict the user chooses. `onResolved` gets the resulting request. */
export function useRequestWriter(
  request: BizRequest,
  onResolved?: (after: BizRequest) => void,
  onRefused?: (error: unknown) => void,
) {
  const show = useShowRequest()
  const call = useMutationOf(purchaseRequestCalls.move)
  const [clash, setClash] = useState<Clash>()

  const send = async (
    write: RequestWrite,
    version: number,
    verb?: string,
  ): Promise<BizRequest | undefined> => {
    try {
      const next = await call.mutateAsync({ params: { id: request.id }, body: { ...write, version } })
      show(next)
      return next
    } catch (error) {
      const current = currentOf<BizRequest>(error)
      if (!current) throw error
      show(current)
      setClash({ write, verb, before: request, current })
      return undefined
    }
  }
  const resolve = (choice: Readonly<Record<string, string>>) => {
    if (!clash) return
    setClash(undefined)
    const mine = Object.entries(clash.write).filter(([key]) => choice[key] !== 'theirs')
    const kept = Object.fromEntries(mine) as RequestWrite
    // These only accompany a move.
    if (!mine.some(([key]) => key !== 'reason' && key !== 'parcelCount')) return onResolved?.(clash.current)
    void send(kept, clash.current.version, clash.verb).then(
      (after) => after && onResolved?.(after),
      (error: unknown) => onRefused?.(error),
    )
  }
  const conflict: ReactNode = clash && (
    <ConflictDialog
      open
      fields={conflictFields(clash.write, clash.current, clash.verb)}
      theirsBy={moverOf(clash)}
      onClose={() => setClash(undefined)}
      onResolve={resolve}
    />
  )
  return {
    /** Resolves to undefined while a conflict is open; rejects with the error. */
    write: (write: RequestWrite, verb?: string) => send(write, request.version, verb),
    /** Like `write`, for fields typed over `since`: concurrent changes of them become a conflict. */
    writeOver: (write: RequestWrite, since: Since) => send(write, versionFor(write, since, request)),
    pending: call.isPending,
    error: call.error && !currentOf(call.error) ? call.error : null,
    conflict,
  }
}
