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

test('finds by readings and by what else people call it', () => {
  const wanted: Record<string, string> = {
    ソウリョウ: 'postage',
    ほんにんかくにん: 'identity-why',
    キャンセル: 'cancel',
    入金: 'when-paid',
    'お金 いつ': 'when-paid',
    解約: 'leave',
    パスワード: 'password',
    領収書: 'statement',
    '振込 手数料': 'postage',
    期限切れ: 'expired',
    へんぴん: 'some-back',
  }
  for (const [search, id] of Object.entries(wanted)) expect(found(search), search).toContain(id)
  // The end of one word and the start of the next are no word.
  expect(found('料料')).toEqual([])
})

test('has every question once', () => {
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
})
