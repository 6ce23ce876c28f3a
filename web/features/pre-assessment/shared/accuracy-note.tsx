import { evidenceDays } from '#contract/evidence'
import { Muted } from '#web/ui/page.tsx'

type Share = { n: number; withinPercent: number | null }

/** How often named prices came true; nothing while there are too few to say. */
export function AccuracyNote({ share }: { share: Share | undefined }) {
  if (!share || share.withinPercent === null) return null
  return (
    <Muted style={{ display: 'block', fontSize: 13 }}>
      {`直近${evidenceDays}日に買い取った${share.n}点のうち${share.withinPercent}%が、お伝えした目安の幅か、その中心の±15%に収まりました。`}
    </Muted>
  )
}
