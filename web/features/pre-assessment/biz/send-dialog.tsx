import { useState } from 'react'
import { addDays } from '#contract/day'
import { longestValidDays, preAssessmentCalls, usualValidDays } from '#contract/pre-assessment'
import { qrPicture } from '#web/features/item/shared/qr-picture.ts'
import type { AskResult } from '#web/lib/ask.ts'
import { dateTimeJa, todayInTokyo } from '#web/lib/dates.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorText, Input } from '#web/ui/field-style.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { PreAssessment, Prospect } from './pre-assessment-words.ts'

type By = 'link' | 'line' | 'mail' | 'paper'
type Sent = AskResult<typeof preAssessmentCalls.send>

export const UNSETTLED = '保存が終わっていない内容があります。つながりを確かめて、もう一度お試しください。'

type Props = {
  data: PreAssessment
  /** Once everything has been saved; undefined when it could not be. */
  settled: () => Promise<number | undefined>
  onSent: (sent: PreAssessment) => void
  onClose: () => void
}

export const waysFor = (person: Prospect | null): { value: By; label: string; disabled: boolean }[] => [
  { value: 'link', label: 'リンク', disabled: false },
  { value: 'line', label: 'LINE', disabled: !person?.hasLine || person.customer === null },
  { value: 'mail', label: 'メール', disabled: !person?.email },
  { value: 'paper', label: '紙', disabled: false },
]

/** Hands the prices out; then shows the link, which nobody can look up later. */
export function SendDialog({ data, settled, onSent, onClose }: Props) {
  const person = data.prospectDetail
  const ways = waysFor(person)
  const [by, setBy] = useState<By>('link')
  const today = todayInTokyo()
  const [until, setUntil] = useState(
    data.validUntil && data.validUntil >= today ? data.validUntil : addDays(today, usualValidDays),
  )
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<Sent>()
  const [isWaiting, setWaiting] = useState(false)
  const call = useMutationOf(preAssessmentCalls.send)
  const send = async () => {
    setProblem(undefined)
    setWaiting(true)
    try {
      const version = await settled()
      if (version === undefined) return setProblem(UNSETTLED)
      const answer = await call.mutateAsync({
        params: { id: data.id },
        body: { version, by, validUntil: until || null },
      })
      setSent(answer)
      onSent(answer.preAssessment)
    } catch (error) {
      setProblem(sentenceFor(error))
    } finally {
      setWaiting(false)
    }
  }
  if (sent) return <LinkDialog sent={sent} by={by} onClose={onClose} />
  return (
    <ActDialog
      title="お客さまに渡す"
      confirm={by === 'line' ? 'LINEで送る' : by === 'mail' ? 'メールで送る' : 'リンクを作る'}
      onConfirm={() => void send()}
      pending={isWaiting}
      onClose={onClose}
    >
      <Stack gap={12}>
        <p>
          {data.state === 'sent'
            ? '新しいリンクを作ります。前に渡したリンクは使えなくなります。'
            : '渡したあとは、「内容を直す」を押すまで変更できません。'}
        </p>
        <Segmented legend="渡し方" segments={ways} value={by} onChange={setBy} />
        {by === 'link' && <Muted>QRコードも一緒に表示します。</Muted>}
        {by === 'mail' && person && <Muted>{`${person.email} に送ります。`}</Muted>}
        {ways.some(({ disabled }) => disabled) && (
          <Muted style={{ fontSize: 12 }}>
            LINEは友だち登録のある会員のお客さまに、メールはアドレスの記録があるお客さまに送れます。
          </Muted>
        )}
        <DatePicker
          label="有効期限"
          value={until}
          min={today}
          max={addDays(today, longestValidDays)}
          onChange={setUntil}
        />
        {problem && <ErrorText role="alert">{problem}</ErrorText>}
      </Stack>
    </ActDialog>
  )
}

const titles: Readonly<Record<By, string>> = {
  link: 'リンクができました',
  line: 'LINEで送りました',
  mail: 'メールで送りました',
  paper: '見積書をお渡しください',
}

function LinkDialog({ sent: { url, expiresAt }, by, onClose }: { sent: Sent; by: By; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      notify.done('リンクをコピーしました。')
    } catch {
      document.getElementById('estimate-link')?.focus()
      notify.info('リンクを選びました。Ctrl+C でコピーしてください。')
    }
  }
  return (
    <Dialog
      open
      title={titles[by]}
      onClose={onClose}
      actions={
        <>
          <QuietButton onClick={() => void copy()} autoFocus>
            リンクをコピーする
          </QuietButton>
          <QuietButton onClick={onClose}>閉じる</QuietButton>
        </>
      }
    >
      <Stack gap={12}>
        <p>
          お客さまがこのリンクを開いて「申し込む」を押すと、品物がそのまま申し込みの下書きに入ります。
          <Muted>{`${dateTimeJa(expiresAt)} まで使えます。`}</Muted>
        </p>
        <img
          src={qrPicture(url)}
          alt="リンクのQRコード"
          width={168}
          height={168}
          style={{ justifySelf: 'center' }}
        />
        <Row>
          <Input
            id="estimate-link"
            aria-label="お客さまに渡すリンク"
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
        </Row>
        <Muted style={{ fontSize: 12 }}>
          このリンクは、この画面を閉じるともう表示できません。必要なときは、もう一度「お客さまに渡す」で作れます。
        </Muted>
      </Stack>
    </Dialog>
  )
}
