import { useState } from 'react'
import { preAssessmentCalls } from '#contract/pre-assessment'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Stack } from '#web/ui/page.tsx'
import type { Sheet } from './entry-sheets.tsx'
import { ProspectMerge } from './masters/prospect-merge.tsx'
import type { PreAssessment } from './pre-assessment-words.ts'
import { UNSETTLED } from './send-dialog.tsx'

type Props = {
  data: PreAssessment
  /** Once everything has been saved; undefined when it could not be. */
  settled: () => Promise<number | undefined>
  onDone: (done: PreAssessment) => void
  onOther: (sheet: Sheet) => void
  onClose: () => void
}

/** On to a request: into the draft of a member, or first to whoever the person is. */
export function HandOverDialog(props: Props) {
  const [isMerging, setMerging] = useState(false)
  const person = props.data.prospectDetail
  if (person && isMerging) return <ProspectMerge prospect={person} onClose={() => setMerging(false)} />
  if (person?.customer != null) return <ToMember {...props} name={person.name} />
  return <ToNobodyYet {...props} onMerge={() => setMerging(true)} />
}

function ToMember({ data, settled, onDone, onClose, name }: Props & { name: string }) {
  const [problem, setProblem] = useState<string>()
  const [isWaiting, setWaiting] = useState(false)
  const call = useMutationOf(preAssessmentCalls.handOver)
  const go = async () => {
    setProblem(undefined)
    setWaiting(true)
    try {
      const version = await settled()
      if (version === undefined) return setProblem(UNSETTLED)
      onDone(await call.mutateAsync({ params: { id: data.id }, body: { version } }))
      notify.done('お客さまの申し込みの下書きに入れました。')
      onClose()
    } catch (error) {
      setProblem(sentenceFor(error))
    } finally {
      setWaiting(false)
    }
  }
  return (
    <ActDialog
      title="申し込みに進む"
      confirm="下書きに入れる"
      onConfirm={() => void go()}
      pending={isWaiting}
      onClose={onClose}
    >
      <Stack gap={12}>
        <p>
          {`${name ? `${name}様` : 'お客さま'}の申し込みの下書きに、この品物を入れます。お客さまにはお知らせが届き、内容を確かめてから送っていただきます。`}
        </p>
        <Muted style={{ fontSize: 12 }}>入れたあとは、この事前査定を直せません。</Muted>
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}

/** Without an account there is no draft: the person is found among the members, or takes the link along. */
function ToNobodyYet({ data, onOther, onClose, onMerge }: Props & { onMerge: () => void }) {
  const hasPerson = data.prospectDetail !== null
  return (
    <Dialog
      open
      title="申し込みに進む"
      onClose={onClose}
      actions={
        <>
          <NextButton onClick={() => onOther('send')} autoFocus>
            リンクを渡す
          </NextButton>
          {hasPerson ? (
            <QuietButton onClick={onMerge}>会員と結びつける</QuietButton>
          ) : (
            data.state === 'draft' && (
              <QuietButton onClick={() => onOther('prospect')}>お客さまを選ぶ</QuietButton>
            )
          )}
          <QuietButton onClick={onClose}>戻る</QuietButton>
        </>
      }
    >
      <p>
        {hasPerson
          ? 'このお客さまは、まだ会員と結びついていません。会員の方なら結びつけると、品物をそのまま申し込みの下書きに入れられます。会員でない方には、リンクかQRをお渡しください。登録のあと、同じ内容で申し込めます。'
          : 'お客さまがまだ記録されていません。リンクかQRをお渡しいただくと、お客さまの登録のあと、同じ内容で申し込めます。'}
      </p>
    </Dialog>
  )
}
