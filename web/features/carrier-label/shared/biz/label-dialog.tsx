import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  carrierLabelCalls,
  type LabelCarrier,
  type LabelField,
  type LabelProblem,
  type LeftOut,
  labelFieldLabel,
  labelProblemLabel,
  labelSoftware,
  leftOutLabel,
  longestLabelText,
  type ParcelKind,
} from '#contract/carrier-label'
import { tokyoDate } from '#contract/day'
import { useReauthenticate } from '#web/features/account/shared/reauthenticate.tsx'
import { CancelError } from '#web/lib/api-error.ts'
import { type AskInput, type AskResult, ask } from '#web/lib/ask.ts'
import { saveFile } from '#web/lib/download.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useMutationOf } from '#web/lib/query-client.ts'
import { ActDialog } from '#web/ui/act-dialog.tsx'
import { MainButton, QuietButton } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ErrorText } from '#web/ui/field-style.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { useOnce } from './use-once.ts'

type Told = AskResult<typeof carrierLabelCalls.check>
type Problem = Told['problems'][number]
type Wish = AskInput<typeof carrierLabelCalls.check>['body']

type Props = {
  kind: ParcelKind
  /** Those chosen on the page; none: all that wait up to a day. */
  requests: readonly number[]
  carrier?: LabelCarrier
  /** The day to begin with. */
  through?: string
  onClose: () => void
}

const titles: Readonly<Record<ParcelKind, string>> = {
  return: '返送の送り状データ',
  kit: '段ボールの送り状データ',
  pickup: '集荷の送り状データ',
}

const dayLabels: Readonly<Record<ParcelKind, string>> = {
  return: 'この日までに返送が決まった分すべて',
  kit: 'この日までが発送期限の分すべて',
  pickup: 'この日に集荷する分すべて',
}

const carrierOptions = Object.entries(labelSoftware).map(([value, label]) => ({ value, label }))

/** The same text of the same field is one thing to decide: a shop's address stands on every label. */
const placeOf = ({ field, text }: Pick<Problem, 'field' | 'text'>): string => `${field} ${text}`

/** A file for the software of a carrier, after everything it cannot print has another text. */
export function LabelDialog(props: Props) {
  const work = useLabels(props)
  const { told, problems, left } = work
  const isOpen = left > 0
  return (
    <>
      <ActDialog
        wide
        title={titles[props.kind]}
        confirm={told ? `${told.count}個の荷物のCSVを保存する` : 'CSVを保存する'}
        Confirm={told && told.count > 0 && !isOpen ? MainButton : QuietButton}
        pending={work.pending}
        onConfirm={work.save}
        onClose={props.onClose}
      >
        <Stack gap={14}>
          <Row gap={12} style={{ alignItems: 'end' }}>
            <div style={{ flex: '1 1 180px' }}>
              <SelectField
                label="取り込むソフト"
                options={carrierOptions}
                value={work.carrier}
                onChange={({ target }) => work.setCarrier(target.value as LabelCarrier)}
              />
            </div>
            {props.requests.length === 0 && (
              <div style={{ flex: '1 1 180px' }}>
                <DatePicker label={dayLabels[props.kind]} value={work.through} onChange={work.setThrough} />
              </div>
            )}
          </Row>
          <Muted style={{ fontSize: 12 }}>
            送り状を発行したら、ソフトから書き出したファイルを「
            <Link to="/biz/tracking-imports">配送状況の取り込み</Link>
            」に取り込むと、番号が申し込みに入ります。
          </Muted>
          {told && <Summary told={told} chosen={props.requests.length} />}
          {problems.length > 0 && (
            <Stack gap={10}>
              <Muted style={{ fontSize: 12 }}>
                送り状に書く文字を決めてください。お客さまの登録は変わりません。
              </Muted>
              {problems.map((group) => (
                <ProblemRow key={placeOf(group.first)} group={group} work={work} />
              ))}
              <QuietButton pending={work.pending} onClick={work.recheck}>
                直した文字を確かめる
              </QuietButton>
            </Stack>
          )}
          {work.error !== undefined && (
            <Stack gap={6}>
              <ErrorText role="alert">{work.error}</ErrorText>
              <QuietButton onClick={work.recheck}>もう一度確かめる</QuietButton>
            </Stack>
          )}
        </Stack>
      </ActDialog>
      {work.dialog}
    </>
  )
}

interface Group {
  first: Problem
  requests: number[]
  names: string[]
}

function groupsOf(problems: readonly Problem[]): Group[] {
  const groups = Map.groupBy(problems, placeOf)
  return [...groups.values()].map((those) => ({
    first: those[0] as Problem,
    requests: [...new Set(those.map(({ request }) => request))],
    names: [...new Set(those.map(({ customerName }) => `${customerName} 様`))],
  }))
}

function useLabels({ kind, requests, carrier: usual = 'YAMATO', through: day, onClose }: Props) {
  const [carrier, setCarrier] = useState(usual)
  const [through, setThrough] = useState(day ?? tokyoDate(new Date()))
  /** Every problem seen in this dialog, so that what was written stays to be changed. */
  const [seen, setSeen] = useState<readonly Group[]>([])
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [told, setTold] = useState<Told>()
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const check = useMutationOf(carrierLabelCalls.check)
  const { confirmed, dialog } = useReauthenticate()

  const written = (groups: readonly Group[]): Wish['texts'] =>
    groups.flatMap(({ first, requests: those }) => {
      const text = texts[placeOf(first)]?.trim()
      if (text === undefined || text === first.text) return []
      return those.map((request) => ({ request, field: first.field as LabelField, text }))
    })
  const wishOf = (of: { carrier: LabelCarrier; through: string }, groups = seen): Wish => ({
    kind,
    carrier: of.carrier,
    ...(requests.length > 0 ? { requests: [...requests] } : { through: of.through }),
    texts: written(groups),
  })
  const run = async (of: { carrier: LabelCarrier; through: string }, groups = seen) => {
    setError(undefined)
    try {
      const done = await check.mutateAsync({ body: wishOf(of, groups) })
      setTold(done)
      const fresh = groupsOf(done.problems)
      const isWritten = ({ first }: Group) => texts[placeOf(first)] !== undefined
      const open = new Set(fresh.map(({ first }) => first.field + first.request))
      const kept = groups.filter(
        (group) => isWritten(group) && !open.has(group.first.field + group.first.request),
      )
      const again = groups.filter((group) => open.has(group.first.field + group.first.request))
      // A written text that does not fit either is judged, but the field still shows what is stored.
      const shown = fresh.map((group) => {
        const before = again.find(
          ({ first }) => first.field === group.first.field && first.request === group.first.request,
        )
        return before ? { ...group, first: { ...group.first, text: before.first.text } } : group
      })
      setSeen([...shown, ...kept])
      setTexts((before) => ({
        ...Object.fromEntries(
          fresh.flatMap(({ first }) => (first.suggestion ? [[placeOf(first), first.suggestion]] : [])),
        ),
        ...before,
      }))
    } catch (failure) {
      setError(sentenceFor(failure))
    }
  }
  useOnce(() => void run({ carrier, through }))
  const save = async () => {
    if (!told || saving) return
    setSaving(true)
    setError(undefined)
    try {
      const file = await confirmed(() => ask(carrierLabelCalls.file, { body: wishOf({ carrier, through }) }))
      const name = saveFile(file as Blob, `${titles[kind]}.csv`)
      notify.done(`${name} を保存しました`)
      onClose()
    } catch (failure) {
      if (!(failure instanceof CancelError)) {
        await run({ carrier, through })
        setError(sentenceFor(failure))
      }
    }
    setSaving(false)
  }
  const left = told?.problems.length ?? 0
  return {
    dialog,
    carrier,
    through,
    told,
    problems: seen,
    left,
    error,
    pending: check.isPending || saving,
    textOf: ({ first }: Group) => texts[placeOf(first)] ?? first.text,
    write: ({ first }: Group, text: string) => setTexts((before) => ({ ...before, [placeOf(first)]: text })),
    recheck: () => void run({ carrier, through }),
    save: () => void save(),
    setCarrier: (next: LabelCarrier) => {
      setCarrier(next)
      void run({ carrier: next, through }, [])
    },
    setThrough: (next: string) => {
      setThrough(next)
      if (next) void run({ carrier, through: next }, [])
    },
  }
}

const plural = (requests: readonly number[]): string =>
  requests.length > 8 ? `${requests.slice(0, 8).join('、')}ほか` : requests.join('、')

function Summary({ told, chosen }: { told: Told; chosen: number }) {
  const groups = Object.entries(Object.groupBy(told.leftOut, ({ reason }) => reason)) as [
    LeftOut,
    Told['leftOut'],
  ][]
  return (
    <>
      {told.count === 0 && (
        <Notice tone="plain" role="status" title="送り状を作る荷物はありません">
          {chosen === 0 && '日付か運送会社を変えてみてください。'}
        </Notice>
      )}
      {groups.length > 0 && (
        <Notice tone="wait" role="status" title="このファイルに入らない申し込み">
          {groups.map(([reason, those]) => (
            <div key={reason}>
              {`${plural([...new Set(those.map(({ request }) => request))])}: ${leftOutLabel[reason]}。`}
            </div>
          ))}
        </Notice>
      )}
    </>
  )
}

const Stored = styled('span')({ overflowWrap: 'anywhere' })

function ProblemRow({ group, work }: { group: Group; work: ReturnType<typeof useLabels> }) {
  const { first, requests, names } = group
  const isStill = work.told?.problems.some(
    ({ field, request }) => field === first.field && request === first.request,
  )
  const signs = first.characters.map((one) => (/^[\p{Cf}\p{Mn}]$/u.test(one) ? '見えない文字' : one))
  return (
    <TextField
      label={labelFieldLabel[first.field as LabelField]}
      help={
        <Stored>
          {`${requests.length > 3 ? `${requests.length}件` : names.join('、')}・申し込み ${plural(requests)}・登録「${first.text}」`}
        </Stored>
      }
      error={
        isStill
          ? `${labelProblemLabel[first.problem as LabelProblem]}${signs.length > 0 ? `(${signs.join('、')})` : ''}`
          : undefined
      }
      maxLength={longestLabelText}
      autoComplete="off"
      value={work.textOf(group)}
      onChange={(event) => work.write(group, event.target.value)}
    />
  )
}
