import { styled } from '@mui/material/styles'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeDigits } from '#contract/text'
import { newIdempotencyKey } from '#web/lib/ask.ts'
import { currentOf } from '#web/lib/currents.ts'
import { useDraft } from '#web/lib/draft.ts'
import { fieldErrors, sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { NextButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { enterField } from '#web/ui/keyboard.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { Blocks } from '../shared/biz/request-head.tsx'
import type { BizRequest } from '../shared/biz/types.ts'

/** Grams for `6.2` (kilograms); null for blank, undefined for text that is no weight. */
export function gramsOf(text: string): number | null | undefined {
  const plain = normalizeDigits(text.normalize('NFKC')).replace(/kg$/i, '').trim()
  if (plain === '') return null
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(plain)) return undefined
  const grams = Math.round(Number(plain) * 1000)
  return grams >= 1 && grams <= 200_000 ? grams : undefined
}

export type HeldPhoto = { key: string; file: File; url: string }

const heldPhoto = (file: File): HeldPhoto => ({
  key: newIdempotencyKey(),
  file,
  url: URL.createObjectURL(file),
})

const Differs = styled(StatusChip)(({ theme }) => ({ [theme.breakpoints.up('sm')]: { marginTop: 30 } }))

type Counted = { count: number | null; weight: string; note: string }
const nothing: Counted = { count: null, weight: '', note: '' }

function useRecount() {
  const confirm = useConfirm()
  return (count: number, declared: number) =>
    confirm({
      title: `申告は${declared}点、入力は${count}点です`,
      body: `袋や箱の底、ポケットの中も確かめて、もう一度数えてください。${count}点で受け取ると、お客さまに開封の写真と両方の点数をすぐにお知らせします。`,
      confirm: `${count}点で受け取る`,
      cancel: '数え直す',
    })
}

type Props = {
  request: BizRequest
  /** Kept by the page, because another box may be counted before this one is received. */
  photos: readonly HeldPhoto[]
  onPhotos: (change: (before: readonly HeldPhoto[]) => readonly HeldPhoto[]) => void
  onEntered: (entered: boolean) => void
  onShown: () => void
  onDone: (request: BizRequest, photos: readonly File[]) => void
}

export function IntakeCount({ request, photos, onPhotos, onEntered, onShown, onDone }: Props) {
  const draft = useDraft(`intake-${request.id}`, nothing)
  const { count, weight, note } = draft.value
  const put = (part: Partial<Counted>) => draft.setValue((before) => ({ ...before, ...part }))
  const [tried, setTried] = useState(false)
  const entered = count !== null || weight.trim() !== '' || note.trim() !== '' || photos.length > 0
  useEffect(() => {
    onEntered(entered)
    return () => onEntered(false)
  }, [entered, onEntered])
  const first = useRef<HTMLInputElement>(null)
  const receive = useMutationOf(purchaseRequestCalls.receive)
  const isRecounted = useRecount()
  useEffect(() => {
    enterField(first.current)
    onShown()
  }, [onShown])

  const grams = gramsOf(weight)
  const countProblem =
    count === null || count < 1 || count > 500 ? '1〜500の点数を入力してください' : undefined
  const weightProblem = grams === undefined ? '重さは kg で入力してください(例 6.2)' : undefined
  const { itemCount: declared } = request
  const differs = count !== null && declared !== null && count !== declared
  // The customer is notified of the difference at once, with the photo.
  const photoProblem =
    differs && photos.length === 0 ? '申告と点数が違うときは、開封の写真を撮ってください' : undefined
  const said = receive.error ? fieldErrors(receive.error) : {}
  const stale = currentOf<BizRequest>(receive.error)

  const send = async () => {
    setTried(true)
    if (countProblem || weightProblem || photoProblem || count === null) return
    if (differs && !(await isRecounted(count, declared))) {
      // After the dialog has closed and restored the focus.
      setTimeout(() => enterField(first.current))
      return
    }
    // A retry overwrites a change made meanwhile: the count of what is in the box still holds.
    const version = stale?.version ?? request.version
    await receive
      .mutateAsync({
        params: { id: request.id },
        body: { itemCount: count, weightG: grams ?? null, note: note.trim(), version },
      })
      .then(
        (next) => {
          draft.clear()
          onDone(
            next,
            photos.map(({ file }) => file),
          )
        },
        () => undefined,
      )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  useShortcuts([{ code: 'Enter', ctrl: true, label: '受け取る', inFields: true, run: () => void send() }], {
    enabled: !receive.isPending,
  })
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap={14}>
          <div>
            <Muted>{`申し込み ${request.id} ・ ${request.boxCode}`}</Muted>
            <h2>{request.customerName} 様</h2>
            <Muted>
              {`${labelOf(deliveringOptionLabel, request.deliveringOption)} ・ ${request.boxCount}箱 ・ 申告 ${request.itemCount ?? '—'}点`}
            </Muted>
          </div>
          <Blocks request={request} />
          {request.note && <p>ご要望: {request.note}</p>}
          <Row gap={12} style={{ alignItems: 'flex-start' }}>
            <NumberField
              ref={first}
              label="点数"
              required
              value={count}
              onChange={(next) => put({ count: next })}
              error={(tried && countProblem) || said.itemCount?.join(' ')}
            />
            <TextField
              label="重さ"
              required={false}
              inputMode="decimal"
              unit="kg"
              value={weight}
              error={(tried && weightProblem) || said.weightG?.join(' ')}
              onChange={(event) => put({ weight: event.target.value })}
            />
            {differs && (
              <Differs tone="wait">
                {`申告より ${Math.abs(count - declared)}点${count > declared ? '多い' : '少ない'}`}
              </Differs>
            )}
          </Row>
          <PhotoInput
            label="開封の写真"
            required={differs}
            help="箱の中が見えるように撮ってください。お客さまも見られます。"
            error={tried ? photoProblem : undefined}
            photos={photos.map(({ key, url }) => ({ key, url, state: 'done' }))}
            onAdd={(files) => onPhotos((before) => [...before, ...files.map(heldPhoto)])}
            onRetry={() => undefined}
            onRemove={(key) => onPhotos((before) => before.filter((photo) => photo.key !== key))}
          />
          <TextArea
            label="気づいたこと"
            required={false}
            rows={1}
            maxLength={500}
            value={note}
            onChange={(event) => put({ note: event.target.value })}
          />
          {receive.error && (
            <ErrorText role="alert">
              {stale
                ? 'ほかの画面で更新されました。入力した内容は残っています。このまま受け取るなら、もう一度押してください。'
                : sentenceFor(receive.error)}
            </ErrorText>
          )}
          <NextButton type="submit" pending={receive.isPending} endIcon={<Kbd aria-hidden>Ctrl ↵</Kbd>}>
            {count ? `${count}点で受け取る` : '受け取る'}
          </NextButton>
        </Stack>
      </form>
    </Card>
  )
}
