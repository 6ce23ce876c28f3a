import { styled } from '@mui/material/styles'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { custodyCalls, mostCounted, placeKindLabel } from '#contract/custody'
import { codeKind, placeOfCode, tidyCode } from '#contract/scan-code'
import { formatCount } from '#contract/text'
import { useDraft } from '#web/lib/draft.ts'
import { sentenceFor } from '#web/lib/errors.ts'
import { useCall, useMutationOf } from '#web/lib/query-client.ts'
import { beep } from '#web/ui/beep.ts'
import { NextButton, QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/choice-field.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { type Place, type PlacedThing, thingText } from '../shared/custody-words.ts'
import { ScanField } from '../shared/scan-field.tsx'

const Codes = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  gap: '2px 16px',
  marginTop: 8,
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 8, overflowWrap: 'anywhere' },
  '& li[data-known="false"]': { color: theme.okuru.palette.warning.main },
}))

type Said = { tone: 'ok' | 'plain' | 'late'; title: string; detail?: string }

const isThing = (code: string) => ['box', 'item', 'item_number'].includes(codeKind(code))
const nothing = { place: 0, codes: [] as string[], withBoxes: true }

/** What is read stays through a reload; the server compares it when the count ends. */
export default function NewCountPage() {
  const confirm = useConfirm()
  const draft = useDraft('custody-count', nothing)
  const { place: id, codes, withBoxes } = draft.value
  // Scans go on while it is asked whether the count ends.
  const ending = useRef({ codes, isSent: false })
  ending.current.codes = codes
  const places = useCall(custodyCalls.places, { query: {} })
  const place = places.data?.find((one) => one.id === id)
  const [said, setSaid] = useState<Said>()
  const say = (next: Said) => {
    beep(next.tone !== 'late')
    setSaid(next)
  }
  const begin = (next: number) => {
    const known = places.data?.find((one) => one.id === next)
    if (!known)
      return say({
        tone: 'late',
        title: '置き場が見つかりません',
        detail: '使用を停止した置き場か、担当外の店舗のものかもしれません。',
      })
    if (place && codes.length > 0 && next !== id)
      return say({
        tone: 'late',
        title: `いまは「${place.name}」を数えています`,
        detail: '先に終えるか、はじめからやり直してください。',
      })
    draft.setValue((before) => ({ ...before, place: next }))
    return say({
      tone: 'plain',
      title: `「${known.name}」を数えます`,
      detail: '箱と商品をすべて読み取ってください。',
    })
  }
  const take = (text: string) => {
    const code = tidyCode(text)
    if (codeKind(code) === 'place') return begin(placeOfCode(code) ?? 0)
    if (!isThing(code))
      return say({
        tone: 'late',
        title: `「${code}」は数えられません`,
        detail: '箱か商品のラベルを読み取ってください。',
      })
    if (ending.current.isSent) return say({ tone: 'late', title: `${code} は、終えた棚卸しに入りません` })
    if (!place) return say({ tone: 'late', title: '先に、数える置き場を読み取ってください' })
    const before = draft.value.codes
    if (codes.includes(code)) return say({ tone: 'plain', title: `${code} は、もう読み取っています` })
    if (before.length >= mostCounted)
      return say({ tone: 'late', title: `一度に数えられるのは${formatCount(mostCounted)}件までです` })
    draft.setValue((value) => ({ ...value, codes: [...value.codes.filter((one) => one !== code), code] }))
    return say({ tone: 'ok', title: `${codes.length + 1}件目: ${code}` })
  }
  useScans(({ code }) => {
    take(code)
    return true
  })
  const startAgain = async () => {
    const sure =
      codes.length === 0 ||
      (await confirm({
        title: 'はじめからやり直しますか?',
        body: `読み取った${codes.length}件は消えます。`,
        confirm: 'やり直す',
        cancel: '続けて数える',
      }))
    if (!sure) return
    draft.setValue(nothing)
    setSaid(undefined)
  }
  return (
    <DetailPage title="棚卸し">
      <Stack gap={16}>
        <ScanField
          label={place ? '箱・商品を読み取ってください' : '数える置き場を読み取ってください'}
          placeholder={place ? 'OKB-…' : 'OKP-…'}
          button="読み取る"
          onCode={take}
        />
        <div aria-live="assertive">
          {said && (
            <Notice tone={said.tone} title={said.title} role={said.tone === 'late' ? 'alert' : 'status'}>
              {said.detail}
            </Notice>
          )}
        </div>
        <WhenRead state={places}>
          {(all) =>
            place ? (
              <Counting
                place={place}
                codes={codes}
                ending={ending}
                withBoxes={withBoxes}
                onBoxes={(next) => draft.setValue((value) => ({ ...value, withBoxes: next }))}
                onRemove={(code) =>
                  draft.setValue((value) => ({ ...value, codes: value.codes.filter((one) => one !== code) }))
                }
                onStartAgain={() => void startAgain()}
                onDone={draft.clear}
              />
            ) : (
              <PlaceChoice places={all} onPick={begin} />
            )
          }
        </WhenRead>
      </Stack>
    </DetailPage>
  )
}

function PlaceChoice({ places, onPick }: { places: readonly Place[]; onPick: (id: number) => void }) {
  if (places.length === 0) return <p>置き場はまだありません。管理者が「置き場」の画面で加えられます。</p>
  return (
    <div style={{ maxWidth: 320 }}>
      <SelectField
        label="ラベルが読めないときは、ここから選べます"
        emptyLabel="選んでください"
        value=""
        onChange={({ target }) => target.value && onPick(Number(target.value))}
        options={places.map(({ id, name, kind, shopName }) => ({
          value: id,
          label: `${name}(${placeKindLabel[kind]}・${shopName})`,
        }))}
      />
    </div>
  )
}

type CountingProps = {
  place: Place
  codes: readonly string[]
  ending: RefObject<{ codes: readonly string[]; isSent: boolean }>
  withBoxes: boolean
  onBoxes: (next: boolean) => void
  onRemove: (code: string) => void
  onStartAgain: () => void
  onDone: () => void
}

/** A shelf holds thousands: the newest are shown, the others on demand. */
const SHOWN_AT_ONCE = 200

const byCode = (things: readonly PlacedThing[]): ReadonlyMap<string, PlacedThing> =>
  new Map(
    things.flatMap((thing) =>
      [thing.slug ?? '', `${thing.request}-${thing.seq}`].map((code) => [code, thing]),
    ),
  )

function Counting(props: CountingProps) {
  const { place, codes, ending, withBoxes, onBoxes, onRemove, onStartAgain, onDone } = props
  const confirm = useConfirm()
  const navigate = useNavigate()
  const contents = useCall(custodyCalls.contents, { params: { id: place.id } })
  const count = useMutationOf(custodyCalls.count)
  const [problem, setProblem] = useState<string>()
  const finish = async () => {
    const sure = await confirm({
      title: `「${place.name}」の棚卸しを終えますか?`,
      body: `${codes.length}件を読み取りました。読み取っていない品は「足りない品」として記録されます。`,
      confirm: '終える',
      cancel: '続けて数える',
    })
    if (!sure) return
    setProblem(undefined)
    ending.current.isSent = true
    try {
      const body = { place: place.id, codes: [...ending.current.codes], withBoxes }
      const { id } = await count.mutateAsync({ body })
      onDone()
      await navigate({ to: '/biz/custody/counts/$id', params: { id: String(id) } })
    } catch (error) {
      ending.current.isSent = false
      setProblem(sentenceFor(error))
    }
  }
  useShortcuts([{ code: 'Enter', ctrl: true, label: '棚卸しを終える', inFields: true, run: finish }], {
    enabled: !count.isPending,
  })
  const known = useMemo(() => byCode(contents.data ?? []), [contents.data])
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  const older = codes.length - shown
  return (
    <Card>
      <Stack gap={12}>
        <Row style={{ justifyContent: 'space-between' }}>
          <h2>{`「${place.name}」 ${formatCount(codes.length)}件`}</h2>
          <Muted>{contents.data && `記録では ${contents.data.length}件`}</Muted>
        </Row>
        <CheckField
          label="箱を読み取ったら、中の商品もあったものとして数える"
          checked={withBoxes}
          onChange={({ target }) => onBoxes(target.checked)}
        />
        {problem && (
          <Notice tone="late" title="記録できませんでした" role="alert">
            {problem}
          </Notice>
        )}
        <Row>
          <NextButton onClick={() => void finish()} pending={count.isPending} endIcon={<Kbd>Ctrl ↵</Kbd>}>
            棚卸しを終える
          </NextButton>
          <QuietButton onClick={onStartAgain}>はじめからやり直す</QuietButton>
        </Row>
        <Codes aria-label="読み取った品">
          {codes
            .slice(Math.max(0, older))
            .toReversed()
            .map((code) => {
              const thing = known.get(code)
              return (
                <li key={code}>
                  <span>{thing ? thingText(thing) : code}</span>
                  <QuietButton size="small" onClick={() => onRemove(code)} aria-label={`${code} を外す`}>
                    外す
                  </QuietButton>
                </li>
              )
            })}
        </Codes>
        {older > 0 && (
          <Row>
            <QuietButton onClick={() => setShown((before) => before + SHOWN_AT_ONCE)}>
              {`先に読み取った${formatCount(older)}件も見る`}
            </QuietButton>
          </Row>
        )}
      </Stack>
    </Card>
  )
}
