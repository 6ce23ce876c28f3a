import { styled } from '@mui/material/styles'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { custodyCalls, placeKindLabel } from '#contract/custody'
import { placeCode } from '#contract/scan-code'
import { monthDayTime } from '#web/lib/dates.ts'
import { useCall } from '#web/lib/query-client.ts'
import { useStaff } from '#web/lib/staff.ts'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { QuietLink } from '#web/ui/link-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Muted, Row, Stack } from '#web/ui/page.tsx'
import { DetailPage, WithAside } from '#web/ui/page-kit.tsx'
import { WhenPartRead } from '#web/ui/query-state.tsx'
import { useScans } from '#web/ui/use-scans.ts'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { amountOf, amountText, type Place, spotText, thingText } from '../shared/custody-words.ts'
import { ScanField } from '../shared/scan-field.tsx'
import type { Move } from './move-queue.ts'
import type { Waiting } from './moves.ts'
import { type Done, targetText, useMoves } from './use-moves.ts'

const Lines = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  marginTop: 8,
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    padding: '4px 0',
    borderTop: `1px solid ${theme.okuru.palette.border.main}`,
  },
  '& li[data-undone]': { color: theme.okuru.palette.font.sub, textDecoration: 'line-through' },
  '& > li > button': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: 8,
    width: '100%',
    minHeight: 40,
    alignItems: 'center',
    padding: '4px 8px',
    border: 0,
    borderRadius: 8,
    font: 'inherit',
    textAlign: 'left',
    color: 'inherit',
    background: 'none',
    cursor: 'pointer',
  },
  '& > li > button:hover': { background: theme.okuru.palette.primary.lightest },
  '& > li > button[aria-pressed="true"]': {
    background: theme.okuru.palette.primary.lighter,
    fontWeight: 700,
  },
}))

export default function CustodyPage() {
  const moves = useMoves()
  const { take, target, waiting, said, done, last } = moves
  const unsent = moves.unsent.filter(({ state }) => state !== 'sending')
  usePlaceOfAddress(take)
  useScans(({ code }) => take(code))
  useShortcuts([
    { code: 'KeyZ', label: '直前の移動を取り消す', when: () => last !== undefined, run: moves.undo },
    {
      code: 'KeyX',
      label: '読み取りをやり直す',
      when: () => target !== undefined || waiting.length > 0,
      run: moves.clear,
    },
  ])
  return (
    <DetailPage title="保管と移動" actions={<QuietLink to="/biz/custody/counts">棚卸しを見る</QuietLink>}>
      <WithAside>
        <Stack gap={16}>
          <ScanField
            label="置き場・箱・商品・名札を読み取ってください"
            placeholder="OKP-… / OKB-…"
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
          {target && (
            <Card>
              <Row style={{ justifyContent: 'space-between' }}>
                <h2>移す先: {targetText(target)}</h2>
                <QuietButton onClick={moves.clear} endIcon={<Kbd>X</Kbd>}>
                  移す先を外す
                </QuietButton>
              </Row>
              <p>読み取った箱や商品を、続けてここに移します。箱は、一緒に記録された商品ごと移ります。</p>
            </Card>
          )}
          {unsent.length > 0 && (
            <UnsentCard
              unsent={unsent}
              onRetry={moves.retry}
              onRedirect={moves.redirect}
              onDiscard={moves.discard}
            />
          )}
          {waiting.length > 0 && <WaitingCard waiting={waiting} onClear={moves.clear} />}
          <DoneCard done={done} last={last} onUndo={() => void moves.undo()} pending={moves.isUndoing} />
        </Stack>
        <Places current={target?.code} onPick={(code) => void take(code)} />
      </WithAside>
    </DetailPage>
  )
}

/** A place scanned on another page. */
function usePlaceOfAddress(take: (code: string) => unknown) {
  const { place } = useSearch({ strict: false }) as { place?: unknown }
  const navigate = useNavigate()
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const id = Number(place)
    if (!Number.isSafeInteger(id) || id <= 0) return
    void latest.current(placeCode(id))
    void navigate({ to: '.', search: {}, replace: true })
  }, [place, navigate])
}

const moveText = ({ to, codes }: Move): string =>
  `${codes.length > 3 ? `${codes.slice(0, 2).join('・')} ほか${codes.length - 2}件` : codes.join('・')} → ${targetText(to)}`

type UnsentProps = {
  unsent: readonly Move[]
  onRetry: (id: string) => void
  onRedirect: (move: Move) => void
  onDiscard: (id: string) => void
}

/** What was scanned and is not recorded; nothing of it is lost by leaving the page. */
function UnsentCard({ unsent, onRetry, onRedirect, onDiscard }: UnsentProps) {
  const confirm = useConfirm()
  const discard = async (move: Move) => {
    const sure = await confirm({
      title: 'この移動を記録せずに消しますか?',
      body: `${moveText(move)}。品を別の場所に置いたときは、そこで読み取り直してください。`,
      confirm: '記録せずに消す',
      danger: true,
    })
    if (sure) onDiscard(move.id)
  }
  return (
    <Card>
      <h2>{`まだ記録していない移動 ${unsent.length}件`}</h2>
      <Lines aria-label="まだ記録していない移動">
        {unsent.map((move) => (
          <li key={move.id}>
            <span>
              {moveText(move)}
              <Muted style={{ display: 'block', fontSize: 12 }}>
                {`${monthDayTime(new Date(move.at).toISOString())} に読み取り ・ ${move.problem ?? 'つながり次第、記録します'}`}
              </Muted>
            </span>
            {move.state === 'held' && (
              <Row gap={8}>
                <QuietButton size="small" onClick={() => onRetry(move.id)}>
                  記録する
                </QuietButton>
                <QuietButton size="small" onClick={() => onRedirect(move)}>
                  移す先を選び直す
                </QuietButton>
                <QuietButton size="small" onClick={() => void discard(move)}>
                  消す
                </QuietButton>
              </Row>
            )}
          </li>
        ))}
      </Lines>
    </Card>
  )
}

function waitingText(waiting: readonly Waiting[]): string {
  const known = waiting.flatMap(({ thing }) => thing ?? [])
  const unknown = waiting.length - known.length
  return [known.length > 0 && amountOf(known), unknown > 0 && `未確認${unknown}件`].filter(Boolean).join('・')
}

function WaitingCard({ waiting, onClear }: { waiting: readonly Waiting[]; onClear: () => void }) {
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>{`読み取った品 ${waitingText(waiting)}`}</h2>
        <QuietButton onClick={onClear} endIcon={<Kbd>X</Kbd>}>
          読み取りをやり直す
        </QuietButton>
      </Row>
      <p>続けて、移す先の置き場か、受け取る人の名札を読み取ってください。</p>
      <Lines>
        {waiting.map(({ code, thing }) => (
          <li key={code}>
            <span>{thing ? thingText(thing) : code}</span>
            <Muted>{thing ? `いまは ${spotText(thing.spot)}` : '名前は未確認'}</Muted>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

type DoneProps = { done: readonly Done[]; last: Done | undefined; onUndo: () => void; pending: boolean }

function DoneCard({ done, last, onUndo, pending }: DoneProps) {
  if (done.length === 0)
    return (
      <Card>
        <h2>移動の記録</h2>
        <Muted>
          置き場を先に読み取ると、続けて読み取る品がそこへ移ります。品を先に読み取って、あとから置き場を読み取ることもできます。
        </Muted>
      </Card>
    )
  return (
    <Card>
      <Row style={{ justifyContent: 'space-between' }}>
        <h2>この画面で移した品</h2>
        {last && (
          <QuietButton onClick={onUndo} pending={pending} endIcon={<Kbd>Z</Kbd>}>
            直前の移動を取り消す
          </QuietButton>
        )}
      </Row>
      <Lines>
        {done.slice(0, 30).map((one) => (
          <li key={one.id} data-undone={one.isUndone ? '' : undefined}>
            <span>{one.title}</span>
            <Muted>{one.isUndone ? '取り消しました' : `${amountOf(one.moved)}`}</Muted>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

function Places({ current, onPick }: { current: string | undefined; onPick: (code: string) => void }) {
  const read = useCall(custodyCalls.places, { query: {} })
  const isAdmin = useStaff()?.isAdmin === true
  return (
    <Card>
      <h2 style={{ fontSize: 14 }}>置き場</h2>
      <Muted style={{ fontSize: 12 }}>ラベルが読めないときは、ここから選べます。</Muted>
      <WhenPartRead state={read}>
        {(places) =>
          places.length === 0 ? (
            <p>
              置き場はまだありません。
              {isAdmin ? (
                <QuietLink to="/biz/places">置き場を加える</QuietLink>
              ) : (
                '管理者が「置き場」の画面で加えられます。'
              )}
            </p>
          ) : (
            <PlaceButtons places={places} current={current} onPick={onPick} />
          )
        }
      </WhenPartRead>
    </Card>
  )
}

type ButtonsProps = {
  places: readonly Place[]
  current: string | undefined
  onPick: (code: string) => void
}

function PlaceButtons({ places, current, onPick }: ButtonsProps) {
  const hasSeveralShops = new Set(places.map(({ shop }) => shop)).size > 1
  return (
    <Lines>
      {places.map(({ id, code, name, kind, shopName, boxes, items }) => (
        <li key={id}>
          <button type="button" aria-pressed={code === current} onClick={() => onPick(code)}>
            <span>{[name, hasSeveralShops && shopName].filter(Boolean).join(' ・ ')}</span>
            <Muted style={{ fontSize: 12 }}>{`${placeKindLabel[kind]} ・ ${amountText(boxes, items)}`}</Muted>
          </button>
        </li>
      ))}
    </Lines>
  )
}
