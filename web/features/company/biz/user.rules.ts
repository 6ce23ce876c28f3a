import { type businessUserCalls, staffStateLabel } from '#contract/business-user'
import { labelOf } from '#contract/codes'
import type { Tone } from '#contract/lifecycle'
import type { AskResult } from '#web/lib/ask.ts'

export type Colleague = AskResult<typeof businessUserCalls.list>['results'][number]

export type UserValues = {
  name: string
  email: string
  role: 'admin' | 'staff'
  reach: 'all' | 'some'
  shops: number[]
}

export const userLabels = {
  name: 'お名前',
  email: 'メールアドレス',
  role: '役割',
  reach: '担当の店舗',
  shops: '担当の店舗',
}

export const rightsOf = ({ role, reach, shops }: UserValues) => ({
  isAdmin: role === 'admin',
  shops: reach === 'all' ? [] : shops,
})

export const shopsMissing = ({ reach, shops }: UserValues) =>
  reach === 'some' && shops.length === 0 ? { shops: '担当の店舗を1つ以上お選びください。' } : {}

const tones: Readonly<Record<keyof typeof staffStateLabel, Tone>> = {
  active: 'ok',
  waiting: 'wait',
  invited: 'wait',
  expired: 'late',
  inactive: 'gray',
}

export const stateOf = ({ state }: Colleague): { tone: Tone; word: string } => ({
  tone: tones[state],
  word: labelOf(staffStateLabel, state),
})
