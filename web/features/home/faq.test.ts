import { expect, test } from 'vitest'
import { findQuestions, questions } from './faq.ts'

const found = (search: string) => findQuestions(search).map(({ id }) => id)

test('finds by words in any order, width and kana', () => {
  expect(found('送料')).toContain('postage')
  expect(found('めーる')).toContain('messages')
  expect(found('ｌｉｎｅ　メール')).toContain('messages')
  expect(found('口座 家族')).toEqual(['whose-account'])
  expect(found('クーポン')).toEqual([])
  expect(found('  ')).toHaveLength(questions.length)
})

test('has every question once', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
})
