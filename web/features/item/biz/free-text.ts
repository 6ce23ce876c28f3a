import { type Unchosen, useUnchosen } from '#web/lib/use-unchosen.ts'

export type ChosenField = 'brand' | 'category'
export type FreeText = Unchosen<ChosenField>

export const useFreeText = (request: number) => useUnchosen<ChosenField>(`bench-unchosen:${request}`)
