import { expect, it } from 'vitest'
import { problemsOf } from '#web/ui/call-form.ts'
import { newTermsRules } from './terms.rules.ts'

const body = '第1条(適用)\nこの規約は、すべてのお申し込みに適用されます。'
const typed = { version: '2026-12-01', effectiveOn: '2026-12-01', body }
const today = '2026-11-24'

it('takes a text in articles from a day that has not passed', () => {
  expect(problemsOf(newTermsRules(today), typed)).toEqual({})
  expect(problemsOf(newTermsRules(today), { ...typed, effectiveOn: today })).toEqual({})
})

it('says at each field what keeps it from being published', () => {
  const fields = (more: object, current?: string) =>
    Object.keys(problemsOf(newTermsRules(today, current), { ...typed, ...more }))
  expect(fields({ effectiveOn: '', version: '', body: '' })).toEqual(['effectiveOn', 'version', 'body'])
  expect(fields({ effectiveOn: '2026-11-23' })).toEqual(['effectiveOn'])
  expect(fields({ version: '12月版' })).toEqual(['version'])
  expect(fields({ body: '本文だけ' })).toEqual(['body'])
  expect(fields({}, `${body}\n`)).toEqual(['body'])
})
