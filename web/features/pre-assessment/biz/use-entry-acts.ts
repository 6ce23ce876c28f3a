import { useNavigate } from '@tanstack/react-router'
import { type PreAssessmentState, preAssessmentCalls } from '#contract/pre-assessment'
import { ask } from '#web/lib/ask.ts'
import { saveFile } from '#web/lib/download.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { reread } from '#web/lib/query-client.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.tsx'
import { assessmentQuery } from './entry-queues.ts'
import { numberOf } from './pre-assessment-words.ts'
import { UNSETTLED } from './send-dialog.tsx'
import type { Entry } from './use-entry.ts'

/** What is done with the pre-assessment as a whole. */
export function useEntryActs(entry: Entry) {
  const { id, client, settled, data } = entry
  const navigate = useNavigate()
  const confirm = useConfirm()
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  const move = async (state: PreAssessmentState, label: string) => {
    const body =
      data?.state === 'sent' && state === 'draft'
        ? 'お客さまに渡したリンクは使えなくなります。直したあと、もう一度渡してください。'
        : 'お客さまに渡した内容は、記録に残ります。'
    if (!(await confirm({ title: `「${label}」に進みますか?`, body, confirm: label }))) return
    await attempt(async () => {
      const { version } = await client.fetchQuery({ ...assessmentQuery(id), staleTime: 0 })
      const moved = await ask(preAssessmentCalls.updateAssessment, {
        params: { id },
        body: { version, state },
      })
      client.setQueryData(assessmentQuery(id).queryKey, moved)
      await reread(client, preAssessmentCalls.updateAssessment.changes)
    })
  }
  const pdf = () =>
    attempt(async () => {
      if (entry.unsent > 0 && (await settled()) === undefined) return notify.failed(UNSETTLED)
      const file: unknown = await ask(preAssessmentCalls.pdf, { params: { id } })
      saveFile(file as Blob, `${numberOf(id)}.pdf`)
    })
  const removeAll = async () => {
    const title = `${numberOf(id)} を消しますか?`
    if (!(await confirm({ title, body: '消したものは元に戻せません。', confirm: '消す', danger: true })))
      return
    await attempt(async () => {
      await ask(preAssessmentCalls.removeAssessment, { params: { id } })
      for (const { row } of entry.lines) entry.queue.forget(row.slug)
      await navigate({ to: '/biz/pre-assessments' })
      await reread(client, preAssessmentCalls.removeAssessment.changes)
    })
  }
  return { move, pdf, removeAll }
}
