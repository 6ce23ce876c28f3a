import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  itemStatus as I,
  isGivenUp,
  type NextStep,
  nextStepLabel,
  requestStatus as R,
} from '#contract/lifecycle'
import { nextStepOfRequest } from '#contract/next-step'
import { DangerButton, NextButton, QuietButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { NextLink, QuietLink } from '#web/ui/link-button.tsx'
import { Stack } from '#web/ui/page.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { placeOfStep } from './code-look-up.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useNewParcel } from './new-parcel.ts'
import type { BizRequest, RequestMove } from './types.ts'

export const allAssessed = ({ items }: Pick<BizRequest, 'items'>): boolean =>
  items.length > 0 && items.every(({ status }) => status > I.ASSESSING)

/** By status alone, whether it is allowed now or not. */
const stepOf = (request: BizRequest): NextStep =>
  nextStepOfRequest({
    status: request.status,
    allAssessed: allAssessed(request),
    hasReturns: request.items.some(({ status, isSeized }) => status === I.RETURN_REQUESTED && !isSeized),
  })

/** The next allowed step: one with its own page, otherwise the first move forward. */
export function nextOf(request: BizRequest): NextStep | RequestMove | undefined {
  const moves = request.allowedTransitions
  const step = stepOf(request)
  const may: Partial<Record<NextStep, boolean>> = {
    receive: moves.some(({ needs }) => needs.includes('item_count')),
    start: moves.some(({ to }) => to === R.ASSESSING),
    assess: true,
    publish: true,
    result: true,
  }
  if (may[step]) return step
  return moves.find(({ to }) => !isGivenUp(to) && to !== R.REASSESSING)
}

/** All other allowed moves; those that end the deal come last. */
export function otherMoves(request: BizRequest): RequestMove[] {
  const next = nextOf(request)
  const others = request.allowedTransitions.filter(
    (move) =>
      move !== next &&
      !move.needs.includes('item_count') &&
      !move.needs.includes('publish') &&
      !(next === 'start' && move.to === R.ASSESSING),
  )
  const ends = ({ to }: RequestMove) => Number(isGivenUp(to))
  return others.toSorted((a, b) => ends(a) - ends(b))
}

type Props = {
  request: BizRequest
  withoutResult?: boolean
}

export function RequestMoves({ request, withoutResult = false }: Props) {
  const [move, setMove] = useState<RequestMove>()
  const [parcel, setParcel] = useState<string>()
  const navigate = useNavigate()
  const next = nextOf(request)
  const isShown = !(withoutResult && (next === 'publish' || next === 'result'))
  const done = (after: BizRequest) => {
    setMove(undefined)
    if (after.status === R.ASSESSING || after.status === R.REASSESSING)
      void navigate({ to: '/biz/bench/$id', params: { id: String(after.id) } })
  }
  useShortcuts(
    next === undefined
      ? []
      : [
          {
            code: 'Enter',
            ctrl: true,
            label: typeof next === 'string' ? nextStepLabel[next] : next.label,
            run: () => (typeof next === 'string' ? navigate(placeOfStep(next, request.id)) : setMove(next)),
          },
        ],
    { enabled: isShown },
  )
  // A parcel label scanned while this return is open.
  useNewParcel((code) => {
    if (typeof next !== 'object' || !next.needs.includes('tracking_number')) return undefined
    setParcel(code)
    setMove(next)
    return `申し込み ${request.id} ・ ${request.customerName} 様の返送`
  })
  return (
    <Stack gap={8}>
      {isShown && <NextButtonOf request={request} next={next} onMove={setMove} />}
      {next === 'publish' && (
        <QuietLink to="/biz/bench/$id" params={{ id: String(request.id) }} fullWidth>
          査定台に戻る
        </QuietLink>
      )}
      {otherMoves(request).map((other) =>
        isGivenUp(other.to) ? (
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
          parcel={parcel}
          onDone={done}
          onClose={() => {
            setMove(undefined)
            setParcel(undefined)
          }}
        />
      )}
    </Stack>
  )
}

type NextProps = {
  request: BizRequest
  next: ReturnType<typeof nextOf>
  onMove: (move: RequestMove) => void
}

function NextButtonOf({ request, next, onMove }: NextProps) {
  if (next === undefined) return null
  const hint = <Kbd>Ctrl ↵</Kbd>
  return typeof next === 'string' ? (
    <NextLink {...placeOfStep(next, request.id)} fullWidth endIcon={hint}>
      {nextStepLabel[next]}
    </NextLink>
  ) : (
    <NextButton fullWidth onClick={() => onMove(next)} endIcon={hint}>
      {next.label}
    </NextButton>
  )
}
