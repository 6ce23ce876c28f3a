import { type ComponentProps, type ReactNode, useState } from 'react'
import { problemIn } from '#web/lib/errors.ts'
import { Card } from '#web/ui/card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Row, Stack } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useReauthenticate } from '../shared/reauthenticate.tsx'

type Question = Parameters<ReturnType<typeof useConfirm>>[0]

/** An act on a factor: asks whether it is meant, then who it is, and keeps what went wrong for the card. */
export function useFactorAct() {
  const ask = useConfirm()
  const { confirmed, dialog } = useReauthenticate()
  const [problem, setProblem] = useState<string>()
  const act = async (question: Question, run: () => Promise<unknown>) => {
    if (!(await ask(question))) return
    setProblem(undefined)
    try {
      await confirmed(run)
    } catch (error) {
      setProblem(problemIn(error))
    }
  }
  return { act, problem, dialog }
}

type Props = {
  title: string
  tone: ComponentProps<typeof StatusChip>['tone']
  state: string
  children: ReactNode
  acts?: ReactNode
  doing: ReturnType<typeof useFactorAct>
}

export function FactorCard({ title, tone, state, children, acts, doing }: Props) {
  return (
    <Card>
      <Stack gap={10}>
        <Row>
          <b>{title}</b>
          <StatusChip tone={tone}>{state}</StatusChip>
        </Row>
        {children}
        {acts && <Row>{acts}</Row>}
        {doing.problem && (
          <Notice role="alert" tone="late">
            {doing.problem}
          </Notice>
        )}
      </Stack>
      {doing.dialog}
    </Card>
  )
}
