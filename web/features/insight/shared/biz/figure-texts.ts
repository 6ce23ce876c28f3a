import { formatCount } from '#contract/text'

const DAY = 1440

/** 2.1日, below a day in hours, below an hour in minutes. */
export function durationText(minutes: number | null | undefined): string {
  if (minutes === null || minutes === undefined) return '—'
  if (minutes >= DAY) return `${(minutes / DAY).toFixed(1)}日`
  return minutes >= 60 ? `${(minutes / 60).toFixed(1)}時間` : `${minutes}分`
}

export const daysOf = (minutes: number | null): number => Math.round(((minutes ?? 0) / DAY) * 100) / 100

export const shareText = (part: number, of: number): string =>
  of === 0 ? '—' : `${((part * 100) / of).toFixed(1)}%`

/** Negative for a loss: −3.2%. */
export const profitRate = (profit: number, revenue: number): string =>
  revenue === 0 ? '—' : `${profit < 0 ? '−' : ''}${((Math.abs(profit) * 100) / revenue).toFixed(1)}%`

const signed = (value: number, digits: number): string => {
  const size = Math.abs(value).toFixed(digits)
  if (Number(size) === 0) return size
  return `${value < 0 ? '−' : '+'}${size}`
}

/** Of thousandths: −11.0%. */
export const deviationText = (thousandths: number | null): string =>
  thousandths === null ? '—' : `${signed(thousandths / 10, 1)}%`

/** From the period before; nothing to compare with is said so. */
export function changeText(now: number, before: number): string {
  return before === 0 ? '前の期間は0' : `前の期間 ${signed(((now - before) / before) * 100, 1)}%`
}

export const itemsText = (count: number): string => `${formatCount(count)}点`
export const boxesText = (count: number): string => `${formatCount(count)}件`
