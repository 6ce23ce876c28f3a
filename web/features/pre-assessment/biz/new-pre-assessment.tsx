import { useNavigate } from '@tanstack/react-router'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { notify } from '#web/ui/notify.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'

/** The shop can be changed on the page that opens. */
export function NewPreAssessment() {
  const navigate = useNavigate()
  const shop = useStaff()?.company.shops[0]?.id
  const create = useMutationOf(preAssessmentCalls.createAssessment)
  const begin = async () => {
    if (create.isPending) return
    try {
      const { id } = await create.mutateAsync({ body: { shop, channel: 'phone' } })
      await navigate({ to: '/biz/pre-assessments/$id', params: { id: String(id) } })
    } catch (error) {
      notify.failed(sentenceFor(error))
    }
  }
  useShortcuts([{ code: 'KeyN', label: '新しい事前査定', run: begin }])
  return (
    <NextButton pending={create.isPending} onClick={() => void begin()} endIcon={<Kbd>N</Kbd>}>
      新しい事前査定
    </NextButton>
  )
}
