import { styled } from '@mui/material/styles'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { deliveringOptionLabel, labelOf } from '#contract/codes'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { normalizeDigits } from '#contract/text'
import { useMutationOf } from '#web/lib/query-client.ts'
import { currentOf } from '#web/lib/stale-version.ts'
import { NextButton } from '#web/ui/button.tsx'
import { useBound } from '#web/ui/call-form.ts'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { FieldGroup, TextArea, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { enterField } from '#web/ui/keyboard.ts'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { PhotoInput } from '#web/ui/photo-input.tsx'
import { useShortForm } from '#web/ui/short-form.ts'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { missingOf, namesOf } from '../shared/biz/box-arrival.ts'
import { DeclaredBlock } from '../shared/biz/declared-block.tsx'
import { usePhotoQueue } from '../shared/biz/photo-queue.ts'
import { Blocks } from '../shared/biz/request-head.tsx'
import type { BizRequest } from '../shared/biz/types.ts'
import { countDraft } from './intake-left.tsx'

/** Grams for `6.2` (kilograms); null for blank, NaN for text that is no weight. */
export function gramsOf(text: string): number | null {
  const plain = normalizeDigits(text.normalize('NFKC')).replace(/kg$/i, '').trim()
  if (plain === '') return null
  return /^\d{1,3}(\.\d{1,3})?$/.test(plain) ? Math.round(Number(plain) * 1000) : Number.NaN
}

const Differs = styled(StatusChip)(({ theme }) => ({ [theme.breakpoints.up('sm')]: { marginTop: 30 } }))

function boxText({ boxes, boxCount }: BizRequest, box: number | null): string {
  const scanned = boxes.find(({ seq }) => seq === box) ?? (boxCount === 1 ? boxes[0] : undefined)
  if (!scanned) return `${boxCount}箱`
  return boxCount > 1 ? `${scanned.seq} / ${boxCount} ・ ${scanned.boxCode}` : scanned.boxCode
}

function receiveText(count: number | null, boxes: readonly { seq: number }[]): string {
  const what = [boxes.length > 0 && `${namesOf(boxes)}を`, count && `${count}点で`].filter(Boolean).join(' ')
  return what === '' ? '受け取る' : `${what}受け取る`
}

type TicksProps = {
  counted: ReturnType<typeof useCounted>
  box: number | null
  problem: string | undefined
}

function BoxTicks({ counted: { missing, boxes, isKnown, toggle }, box, problem }: TicksProps) {
  return (
    <>
      {isKnown && (
        <Notice tone="wait" role="status">
          {`${box}箱目は受け取り済みです。届いていないのは${namesOf(missing)}です。`}
        </Notice>
      )}
      <FieldGroup
        label="数えた箱"
        help="ほかの箱も続けて読み取ると、まとめて数えられます。1箱ずつ受け取ると、箱ごとの点数が残ります。"
        error={problem}
      >
        <Row gap={16}>
          {missing.map(({ seq }) => (
            <CheckField
              key={seq}
              label={`${seq}箱目`}
              checked={boxes.some((each) => each.seq === seq)}
              disabled={missing.length === 1}
              onChange={(event) => toggle(seq, event.target.checked)}
            />
          ))}
        </Row>
      </FieldGroup>
    </>
  )
}

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
  /** Scanned last; null when the code named no box. */
  box: number | null
  onEntered: (entered: boolean) => void
  onShown: () => void
  onDone: (request: BizRequest) => void
}

/** The scanned boxes, and those ticked by hand. */
function useCounted(request: BizRequest, box: number | null) {
  const missing = missingOf(request)
  const [ticked, setTicked] = useState<readonly number[]>([])
  const [scanned, setScanned] = useState<number | null>(null)
  if (box !== scanned) {
    setScanned(box)
    if (box !== null && !ticked.includes(box)) setTicked([...ticked, box])
  }
  const [only] = missing
  const boxes = missing.filter(({ seq }) => ticked.includes(seq) || missing.length === 1)
  return {
    missing,
    boxes,
    isKnown: box !== null && missing.every(({ seq }) => seq !== box),
    isLast: only !== undefined && boxes.length === missing.length,
    toggle: (seq: number, on: boolean) =>
      setTicked(on ? [...ticked, seq] : ticked.filter((other) => other !== seq)),
  }
}

/** Opening photos stay until the box is received, even while another box is being counted. */
function useOpeningPhotos(request: number) {
  const place = `opening:${request}` as const
  const { photos, hold, discard, release } = usePhotoQueue(place)
  return {
    photos: photos.filter(({ state }) => state === 'held'),
    hold,
    discard,
    send: () => release(place),
  }
}

export function IntakeCount({ request, box, onEntered, onShown, onDone }: Props) {
  const { itemCount: declared } = request
  const counted = useCounted(request, box)
  const opening = useOpeningPhotos(request.id)
  const { photos } = opening
  const many = request.boxes.length > 1
  // Only the last box shows whether articles are missing.
  const excess = (count: number | null) =>
    count === null || declared === null || !counted.isLast ? 0 : request.items.length + count - declared
  // The customer is notified of the difference at once, with the photo.
  const photoProblem = (count: number | null) =>
    excess(count) !== 0 && photos.length === 0
      ? '申告と点数が違うときは、開封の写真を撮ってください'
      : undefined
  const receive = useMutationOf(purchaseRequestCalls.receive)
  // A retry overwrites a change made meanwhile: the count of what is in the box still holds.
  const { version } = currentOf<BizRequest>(receive.error) ?? request
  const form = useShortForm(purchaseRequestCalls.receive, {
    labels: {
      boxNumbers: '数えた箱',
      itemCount: '点数',
      weightG: '重さ',
      photos: '開封の写真',
      note: '気づいたこと',
    },
    words: {
      itemCount: '1〜500の点数を入力してください',
      weightG: '重さは kg で入力してください(例 6.2)',
    },
    defaultValues: { itemCount: null as number | null, weightG: '', note: '' },
    draft: countDraft(request.id),
    bodyOf: ({ weightG, ...typed }) => ({
      ...typed,
      weightG: gramsOf(weightG),
      ...(many && { boxNumbers: counted.boxes.map(({ seq }) => seq) }),
      version,
    }),
    also: ({ itemCount }) => ({
      photos: photoProblem(itemCount),
      boxNumbers: many && counted.boxes.length === 0 ? 'どの箱を数えたかをお選びください' : undefined,
    }),
    stale:
      'ほかの画面で更新されました。入力した内容は残っています。このまま受け取るなら、もう一度押してください。',
  })
  const { itemCount: count, weightG, note } = form.watch()
  const { ref: bound, ...itemCount } = useBound(form, 'itemCount')
  const boxProblem =
    form.formState.isSubmitted && counted.boxes.length === 0 ? 'どの箱を数えたかをお選びください' : undefined
  const more = excess(count)
  const entered = count !== null || weightG.trim() !== '' || note.trim() !== '' || photos.length > 0
  useEffect(() => {
    onEntered(entered)
    return () => onEntered(false)
  }, [entered, onEntered])
  const isRecounted = useRecount()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    enterField(first.current)
    onShown()
  }, [onShown])

  const send = () =>
    form.submit(async (body) => {
      if (
        excess(body.itemCount) !== 0 &&
        !(await isRecounted(request.items.length + body.itemCount, declared ?? 0))
      ) {
        // After the dialog has closed and restored the focus.
        setTimeout(() => enterField(first.current))
        return false
      }
      const next = await receive.mutateAsync({ params: { id: request.id }, body })
      opening.send()
      onDone(next)
      return true
    })
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
            <Muted>{`申し込み ${request.id} ・ ${boxText(request, box)}`}</Muted>
            <h2>{request.customerName} 様</h2>
            <Muted>
              {`${labelOf(deliveringOptionLabel, request.deliveringOption)} ・ ${request.boxCount}箱 ・ 申告 ${request.itemCount ?? '—'}点`}
            </Muted>
          </div>
          <Blocks request={request} />
          {request.note && <p>ご要望: {request.note}</p>}
          {many && <BoxTicks counted={counted} box={box} problem={boxProblem} />}
          {request.declared && <DeclaredBlock declared={request.declared} counted={count} />}
          {/* The next box may be scanned by its parcel label while the focus is here. */}
          <Row gap={12} style={{ alignItems: 'flex-start' }} data-scan="">
            <NumberField
              required
              {...itemCount}
              ref={(field) => {
                first.current = field
                bound(field)
              }}
            />
            <TextField required={false} inputMode="decimal" unit="kg" {...form.field('weightG')} />
            {more !== 0 && (
              <Differs tone="wait">{`申告より ${Math.abs(more)}点${more > 0 ? '多い' : '少ない'}`}</Differs>
            )}
          </Row>
          <PhotoInput
            label="開封の写真"
            name="photos"
            required={more !== 0}
            help="箱の中が見えるように撮ってください。お客さまも見られます。"
            error={form.formState.isSubmitted ? photoProblem(count) : undefined}
            photos={photos}
            onAdd={opening.hold}
            onRetry={() => undefined}
            onRemove={opening.discard}
          />
          <TextArea required={false} rows={1} maxLength={500} {...form.field('note')} />
          {form.refusal && <ErrorText role="alert">{form.refusal}</ErrorText>}
          <NextButton type="submit" pending={receive.isPending} endIcon={<Kbd aria-hidden>Ctrl ↵</Kbd>}>
            {receiveText(count, many ? counted.boxes : [])}
          </NextButton>
        </Stack>
      </form>
    </Card>
  )
}
