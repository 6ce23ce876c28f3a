import { styled } from '@mui/material/styles'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { labelOf } from '#contract/codes'
import { isExpected, isGivenUp, nextStepLabel, requestStatusLabel } from '#contract/lifecycle'
import { purchaseRequestCalls } from '#contract/purchase-request'
import { codeKind, tidyCode } from '#contract/scan-code'
import { useCall } from '#web/lib/query-client.ts'
import { beep } from '#web/ui/beep.ts'
import { MainButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { queueKeysUntil } from '#web/ui/key-pipeline.ts'
import { MainLink, QuietLink } from '#web/ui/link-button.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage, WithAside } from '#web/ui/page-kit.tsx'
import { WhenRead } from '#web/ui/query-state.tsx'
import { ScanForm } from '#web/ui/scan-form.ts'
import { NOWHERE } from '#web/ui/shortcut-list.ts'
import { useScans } from '#web/ui/use-scans.ts'
import { missingOf } from '../shared/biz/box-arrival.ts'
import { type Candidate, lookUpCode, placeOf, type Scanned } from '../shared/biz/code-look-up.ts'
import type { BizRequest } from '../shared/biz/types.ts'
import { useShowRequest } from '../shared/biz/use-request-writer.tsx'
import { ArrivingList } from './intake-arriving.tsx'
import { IntakeChoice } from './intake-choice.tsx'
import { IntakeCount } from './intake-count.tsx'
import { IntakeDone } from './intake-done.tsx'
import { LeftBoxes, useNothingLeft } from './intake-left.tsx'

const Problem = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  padding: '12px 16px',
  color: theme.okuru.palette.error.main,
  background: theme.okuru.palette.error.bg,
  border: `1px solid ${theme.okuru.palette.error.main}`,
  borderRadius: 12,
  '& b': { display: 'block' },
}))

/** Resolves `wait()` once the result of a scan is shown: keys typed ahead are meant for it, or dropped on NOWHERE. */
function useArrival() {
  const arrived = useRef<(where: unknown) => void>(undefined)
  const settle = useCallback((where?: typeof NOWHERE) => arrived.current?.(where), [])
  const wait = () =>
    new Promise<unknown>((resolve) => {
      settle()
      arrived.current = resolve
    })
  return { settle, wait }
}

/** Looks up a scanned code, or the one in the URL. Switching to another request needs `mayLeave`. */
function useScan(mayLeave: (next: Scanned, onAsked: () => void) => Promise<boolean>) {
  const search = useSearch({ strict: false }) as { code?: string }
  const navigate = useNavigate()
  const [known, setKnown] = useState<Scanned>()
  const [several, setSeveral] = useState<{ code: string; candidates: readonly Candidate[] }>()
  const [problem, setProblem] = useState<{ code: string; problem: string }>()
  const [looking, setLooking] = useState(false)
  const newest = useRef('')
  const arrival = useArrival()

  const pick = async (found: Scanned) => {
    // Keys typed ahead must not answer the dialog.
    if (!(await mayLeave(found, () => arrival.settle(NOWHERE)))) return
    setKnown(found)
    setSeveral(undefined)
  }
  const look = async (text: string, loud: boolean) => {
    const code = tidyCode(text)
    if (code === '') return
    newest.current = code
    setLooking(true)
    const looked = await lookUpCode(code)
    if (newest.current !== code) return
    setLooking(false)
    const found = 'found' in looked && looked.found.request !== null ? (looked.found as Scanned) : undefined
    const candidates = 'found' in looked ? looked.found.candidates : []
    setSeveral(candidates.length > 0 ? { code, candidates } : undefined)
    if (loud) beep(found !== undefined)
    if (search.code) void navigate({ to: '.', search: {}, replace: true })
    setProblem('problem' in looked ? { code, problem: looked.problem } : undefined)
    if (!found || found.request === known?.request) arrival.settle(found ? undefined : NOWHERE)
    if (found) await pick(found)
  }
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (search.code) void latest.current(search.code, false)
  }, [search.code])
  const clear = () => {
    setKnown(undefined)
    setSeveral(undefined)
    setProblem(undefined)
  }
  return {
    known,
    several,
    pick,
    problem,
    looking,
    clear,
    arrived: arrival.settle as () => void,
    look(text: string) {
      const shown = arrival.wait()
      void look(text, true)
      return shown
    },
  }
}

type Received = { request: BizRequest; before: number }

function useBox() {
  const confirm = useConfirm()
  const [received, setReceived] = useState<Received>()
  const unfinished = useRef<number>(undefined)

  const mayLeave = async (next: Scanned, onAsked: () => void): Promise<boolean> => {
    const left = unfinished.current
    if (left !== undefined && left !== next.request) {
      onAsked()
      const sure = await confirm({
        title: `申し込み ${left} の箱は、まだ受け取っていません`,
        body: `入力した内容と写真は、この画面に残しておきます。先に申し込み ${next.request} の箱を開きますか?`,
        confirm: `申し込み ${next.request} の箱を開く`,
        cancel: 'この箱に戻る',
      })
      if (!sure) return false
    }
    setReceived(undefined)
    return true
  }
  return {
    received,
    receive: (request: BizRequest, before: number) => setReceived({ request, before }),
    mayLeave,
    clear: () => setReceived(undefined),
    unfinished,
  }
}

export default function IntakePage() {
  const box = useBox()
  const { received } = box
  const { known, several, pick, problem, looking, look, clear, arrived } = useScan(box.mayLeave)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])
  const start = (code: string) => {
    setText('')
    return look(code)
  }
  useScans(({ kind, code }) => kind !== 'staff' && start(code))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) queueKeysUntil(start(text))
  }
  const again = () => {
    clear()
    box.clear()
    field.current?.focus()
  }
  return (
    <DetailPage title="受け取り">
      <WithAside>
        <Stack gap={16}>
          <ScanForm onSubmit={submit} role="search" aria-label="箱">
            <label htmlFor="scan">箱のラベルを読み取ってください</label>
            <input
              id="scan"
              ref={field}
              type="text"
              // Makes every scan into this field a code, parcel labels included.
              data-scan=""
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="OKB-…"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <MainButton type="submit" pending={looking}>
              探す
            </MainButton>
          </ScanForm>
          <div aria-live="assertive">
            {problem && (
              <Problem>
                <Icon name="warning" />
                <span>
                  <b>{problem.code}</b>
                  {problem.problem}
                  <br />
                  <QuietLink to="/biz/requests" search={{ q: problem.code }} style={{ marginTop: 8 }}>
                    申し込みから探す
                  </QuietLink>
                  {codeKind(problem.code) === 'parcel' && (
                    <QuietLink
                      to="/biz/unannounced-boxes"
                      search={{ take: 1, number: problem.code }}
                      style={{ marginTop: 8 }}
                    >
                      予定外の箱として受け取る
                    </QuietLink>
                  )}
                </span>
              </Problem>
            )}
          </div>
          {several && <IntakeChoice key={several.code} {...several} onPick={(found) => void pick(found)} />}
          {!known && !several && <LeftBoxes onPick={(id) => void start(String(id))} />}
          {known && !received && (
            <Known
              key={known.request}
              found={known}
              unfinished={box.unfinished}
              onShown={arrived}
              onReceived={box.receive}
            />
          )}
          {received && (
            <IntakeDone
              key={received.request.id}
              request={received.request}
              before={received.before}
              onNext={again}
            />
          )}
        </Stack>
        <ArrivingList onPick={(id) => void start(String(id))} />
      </WithAside>
    </DetailPage>
  )
}

type KnownProps = {
  found: Scanned
  unfinished: RefObject<number | undefined>
  onShown: () => void
  onReceived: (request: BizRequest, before: number) => void
}

function Known({ found, unfinished, onShown, onReceived }: KnownProps) {
  const show = useShowRequest()
  const entered = useCallback(
    (yes: boolean) => {
      unfinished.current = yes ? found.request : undefined
    },
    [unfinished, found.request],
  )
  const state = useCall(purchaseRequestCalls.bizGet, { params: { id: found.request } })
  const done = (before: BizRequest) => (request: BizRequest) => {
    show(request)
    onReceived(request, before.items.length)
  }
  return (
    <WhenRead state={state}>
      {(request) =>
        isGivenUp(request.status) && missingOf(request).length > 0 ? (
          <GivenUp request={request} onShown={onShown} />
        ) : isExpected(request.status) || (found.next === 'receive' && missingOf(request).length > 0) ? (
          <IntakeCount
            request={request}
            box={found.box}
            onEntered={entered}
            onShown={onShown}
            onDone={done(request)}
          />
        ) : (
          <Already request={request} found={found} onShown={onShown} />
        )
      }
    </WhenRead>
  )
}

/** Its box came all the same: it is not opened, and goes back. */
function GivenUp({ request, onShown }: { request: BizRequest; onShown: () => void }) {
  const ways = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ways.current?.querySelector('a')?.focus()
    onShown()
  }, [onShown])
  return (
    <Card>
      <Stack gap={10}>
        <Muted>申し込み {request.id}</Muted>
        <h2>{`${request.customerName} 様 ・ ${labelOf(requestStatusLabel, request.status)}の申し込みです`}</h2>
        <p>
          この申し込みは終わっているため、査定はできません。箱は開けずに「予定外の箱」として受け取り、お客さまに確認してください。返送もそこから記録できます。
        </p>
        <Row ref={ways}>
          <MainLink
            to="/biz/unannounced-boxes"
            search={{ take: 1, request: request.id }}
            endIcon={<Kbd>↵</Kbd>}
          >
            予定外の箱として受け取る
          </MainLink>
          <QuietLink to="/biz/requests/$id" params={{ id: String(request.id) }}>
            {nextStepLabel.request}
          </QuietLink>
        </Row>
      </Stack>
    </Card>
  )
}

/** Focuses the link to the next step, so that Enter opens it. */
function Already({ request, found, onShown }: { request: BizRequest; found: Scanned; onShown: () => void }) {
  const item = request.items.find((each) => each.slug === found.slug)
  const ways = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ways.current?.querySelector('a')?.focus()
    onShown()
  }, [onShown])
  useNothingLeft(request)
  const next = found.next ?? 'request'
  return (
    <Card>
      <Stack gap={10}>
        <Muted>申し込み {request.id}</Muted>
        <h2>
          {request.customerName} 様{item && ` ・ ${item.seq}点目`}
        </h2>
        <p>
          {`この${request.boxCount > 1 && found.box ? `${found.box}箱目` : '箱'}は受け取り済みです。いまは「${labelOf(requestStatusLabel, request.status)}」、${request.items.length}点です。`}
        </p>
        <Row ref={ways}>
          <MainLink {...placeOf(found)} endIcon={<Kbd>↵</Kbd>}>
            {nextStepLabel[next]}
          </MainLink>
          {next !== 'request' && (
            <QuietLink to="/biz/requests/$id" params={{ id: String(request.id) }}>
              {nextStepLabel.request}
            </QuietLink>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
