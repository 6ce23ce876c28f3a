import { tokyoDate } from '#contract/day'
import { monthDay } from '#web/lib/dates.ts'
import { Muted } from '#web/ui/page.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

const DAY_MS = 86_400_000

/** The six months of a notice: its last day, and how long it still holds. */
export function DaysLeft({ until }: { until: string }) {
  const days = Math.round((Date.parse(until) - Date.parse(tokyoDate(Date.now()))) / DAY_MS)
  if (days < 0) return <StatusChip tone="gray">期限切れ</StatusChip>
  return (
    <>
      {monthDay(until)} <Muted style={{ fontSize: 12 }}>{days === 0 ? '今日まで' : `あと${days}日`}</Muted>
    </>
  )
}
