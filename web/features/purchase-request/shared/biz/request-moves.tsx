import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { itemStatus as I, requestStatus as R } from '#contract/codes'
import { DangerButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Stack } from '#web/ui/page.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { BizRequest, RequestMove } from './types.ts'

const taking: readonly number[] = [R.CANCELED, R.ABORTED]
const assessing: readonly number[] = [R.ASSESSING, R.REASSESSING]

export const allAssessed = ({ items }: Pick<BizRequest, 'items'>): boolean =>
  items.length > 0 && items.every(({ status }) => status > I.ASSESSING)

/**
 * Where the work on a request goes on: a page of its own for counting, assessing and publishing, else the first
 * move that takes it forward. Only what may be done now is offered.
 */
export function nextOf(request: BizRequest): 'intake' | 'bench' | 'result' | RequestMove | undefined {
  const moves = request.allowedTransitions
  if (moves.some(({ needs }) => needs.includes('item_count'))) return 'intake'
  if (assessing.includes(request.status)) return allAssessed(request) ? 'result' : 'bench'
  if (request.status === R.ARRIVED && moves.some(({ to }) => to === R.ASSESSING)) return 'bench'
  if (request.status === R.OFFERED || request.status === R.ANSWERED) return 'result'
  return moves.find(({ to }) => !taking.includes(to) && to !== R.REASSESSING)
}

/** Everything else that may be done: moves that open a dialog here, what ends the deal last. */
export function otherMoves(request: BizRequest): RequestMove[] {
  const next = nextOf(request)
  const others = request.allowedTransitions.filter(
    (move) =>
      move !== next &&
      !move.needs.includes('item_count') &&
      !move.needs.includes('publish') &&
      !(next === 'bench' && move.to === R.ASSESSING),
  )
  const ends = ({ to }: RequestMove) => Number(taking.includes(to))
  return others.toSorted((a, b) => ends(a) - ends(b))
}

type Props = {
  request: BizRequest
  /** The key that does the next step, where the page has one. */
  keyHint?: string
  /** The page shows the result already. */
  withoutResult?: boolean
}

/** The next step on the accent, the other verbs below it. */
export function RequestMoves({ request, keyHint, withoutResult = false }: Props) {
  const [move, setMove] = useState<RequestMove>()
  const navigate = useNavigate()
  const next = nextOf(request)
  const done = (after: BizRequest) => {
    setMove(undefined)
    if (after.status === R.ASSESSING || after.status === R.REASSESSING)
      void navigate({ to: '/biz/bench/$id', params: { id: String(after.id) } })
  }
  return (
    <Stack gap={8}>
      {!(withoutResult && next === 'result') && (
        <NextStep request={request} next={next} keyHint={keyHint} onMove={setMove} />
      )}
      {assessing.includes(request.status) && next === 'result' && (
        <QuietLink to="/biz/bench/$id" params={{ id: String(request.id) }} fullWidth>
          査定台に戻る
        </QuietLink>
      )}
      {otherMoves(request).map((other) =>
        taking.includes(other.to) ? (
          <DangerButton key={other.to} fullWidth onClick={() => setMove(other)}>
            {other.label}
          </DangerButton>
        ) : (
          <QuietButton key={other.to} fullWidth onClick={() => setMove(other)}>
            {other.label}
          </QuietButton>
        ),
      )}
      {move && (
        <MoveDialog
          key={`${request.id}-${move.to}`}
          request={request}
          move={move}
          onDone={done}
          onClose={() => setMove(undefined)}
        />
      )}
    </Stack>
  )
}

type NextProps = {
  request: BizRequest
  next: ReturnType<typeof nextOf>
  keyHint: string | undefined
  onMove: (move: RequestMove) => void
}

function NextStep({ request, next, keyHint, onMove }: NextProps) {
  const hint = keyHint && <Kbd>{keyHint}</Kbd>
  const params = { id: String(request.id) }
  if (next === 'intake')
    return (
      <NextLink to="/biz/intake" search={{ code: params.id }} fullWidth endIcon={hint}>
        受け取りを記録する
      </NextLink>
    )
  if (next === 'bench')
    return (
      <NextLink to="/biz/bench/$id" params={params} fullWidth endIcon={hint}>
        {request.status === R.ARRIVED ? '査定を始める' : '査定台を開く'}
      </NextLink>
    )
  if (next === 'result')
    return (
      <NextLink to="/biz/requests/$id/result" params={params} fullWidth endIcon={hint}>
        {assessing.includes(request.status) ? '結果を確認して公開する' : '結果を開く'}
      </NextLink>
    )
  return next ? (
    <NextButton fullWidth onClick={() => onMove(next)}>
      {next.label}
    </NextButton>
  ) : null
}
