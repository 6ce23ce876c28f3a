import { useState } from 'react'
import { QuietButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import type { Assessment } from './shared/assessment-types.ts'

const SecondLookDialog = onDemand(() => import('./second-look-dialog.tsx'))

/** Allowed once per request; pauses the deadline until there is a new result. */
export function SecondLook({
  assessment,
  onDone,
}: {
  assessment: Assessment
  onDone: () => Promise<unknown>
}) {
  const [open, setOpen] = useState(false)
  if (assessment.secondLookUsed) {
    return (
      <Card>
        <h2 style={{ fontSize: 16 }}>再査定のあとの結果です</h2>
        <p style={{ marginTop: 4, fontSize: 13 }}>
          再査定は1回までです。金額にご納得いただけない品は、返してもらうをお選びください。
        </p>
      </Card>
    )
  }
  return (
    <Card>
      <h2 style={{ fontSize: 16 }}>金額が気になるときは</h2>
      <p style={{ margin: '4px 0 14px', fontSize: 13 }}>
        1回だけ、理由を添えてもう一度見てもらえます。再査定の間、お返事の期限は止まります。
      </p>
      <QuietButton onClick={() => setOpen(true)}>再査定を頼む</QuietButton>
      {open && <SecondLookDialog assessment={assessment} onClose={() => setOpen(false)} onDone={onDone} />}
    </Card>
  )
}
