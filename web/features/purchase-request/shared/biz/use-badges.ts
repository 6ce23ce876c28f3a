import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { isFinal } from '#contract/lifecycle'
import { sentenceFor } from '#web/lib/errors.ts'
import { beep } from '#web/ui/beep.ts'
import { useScans } from '#web/ui/use-scans.ts'
import { lookUpCode } from './code-look-up.ts'
import { showScanMessage } from './scan-message.ts'
import type { BizRequest } from './types.ts'
import { useRequestWriter } from './use-request-writer.tsx'

/** Scanning a staff badge assigns the request, with undo. Returns the conflict dialog. */
export function useBadges(request: BizRequest): ReactNode {
  const writer = useRequestWriter(request)
  const latest = useRef({ request, writer })
  useLayoutEffect(() => {
    latest.current = { request, writer }
  })
  const put = async (code: string, assessor: number | null, title: string, undo?: () => unknown) => {
    try {
      const done = await latest.current.writer.write({ assessor })
      beep(done !== undefined)
      if (!done) return showScanMessage(undefined)
      const act = undo && ({ label: '元に戻す', key: 'KeyZ', run: undo } as const)
      showScanMessage({
        code,
        tone: 'found',
        title,
        detail: `申し込み ${request.id} ・ ${request.customerName} 様`,
        act,
      })
    } catch (error) {
      beep(false)
      showScanMessage({
        code,
        tone: 'unknown',
        title: '担当を変えられませんでした',
        detail: sentenceFor(error),
      })
    }
  }
  const assign = async (code: string) => {
    const looked = await lookUpCode(code)
    const { assessor, assessorName, status } = latest.current.request
    if ('problem' in looked || isFinal(status)) {
      beep(false)
      const detail = 'problem' in looked ? looked.problem : '終わった申し込みの担当は変えられません。'
      return showScanMessage({ code, tone: 'unknown', title: code, detail })
    }
    const { staff, name } = looked.found
    if (staff === assessor) {
      beep(true)
      return showScanMessage({
        code,
        tone: 'found',
        title: `担当はもう ${name} です`,
        detail: `申し込み ${request.id}`,
      })
    }
    const back = assessorName ? `担当を ${assessorName} に戻しました` : '担当を外しました'
    await put(code, staff, `担当を ${name} にしました`, () => put(code, assessor, back))
  }
  useScans(({ kind, code }) => kind === 'staff' && assign(code))
  return writer.conflict
}
