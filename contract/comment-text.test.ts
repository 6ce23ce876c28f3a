import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commentVariables,
  fillComment,
  oddVariables,
  oddVariablesSentence,
  outdatedWords,
  refreshComment,
  typedCode,
  withFilled,
} from './comment-text.ts'

const coat = {
  ...{ brandName: 'AURALEE', categoryName: 'コート', name: 'ウールコート', color: '紺', size: '3' },
  ...{ material: '毛', grade: 'A_2' },
}

describe('a comment with variables', () => {
  test('is filled in from the article', () => {
    const { text, missing } = fillComment('{ブランド}の{カテゴリ}({ 状態 })、｛査定額｝です。', coat, 12_800)
    expect([text, missing]).toEqual(['AURALEEのコート(美品)、¥12,800です。', []])
  })

  test('leaves out what the article does not have, and says so once', () => {
    const bare = { ...coat, grade: null, color: '' }
    const { text, missing } = fillComment('{色}{状態}{色}。{査定額}', bare, null)
    expect([text, missing]).toEqual(['。', ['色', '状態', '査定額']])
  })

  test('without braces stays as it is, and what is accepted leaves none', () => {
    const piece = fc.oneof(
      fc.string().map((text) => text.replaceAll(/[{}｛｝]/g, '')),
      fc.constantFrom(...commentVariables).map((name) => `{${name}}`),
    )
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 9_999_999 }), (pieces, price) => {
        const body = pieces.join('')
        expect(oddVariables(body)).toEqual([])
        const { text, missing } = fillComment(body, coat, price)
        expect(text).not.toMatch(/[{}｛｝]/)
        expect(missing).toEqual([])
        if (!body.includes('{')) expect(text).toBe(body)
      }),
    )
  })

  test('names each wrong variable, also a brace that is alone', () => {
    expect(oddVariables('{ブランド}{値段}と｛値段｝、{お名前}')).toEqual(['{値段}', '{お名前}'])
    expect(oddVariables('{ブランド')).toEqual(['{'])
    expect(oddVariables('色}')).toEqual(['}'])
    expect(oddVariablesSentence('{値段}です')).toContain('「{値段}」は差し込めません')
    expect(oddVariablesSentence('きれいです')).toBeUndefined()
  })
})

describe('words of a template that the article has changed since', () => {
  const body = '{ブランド}の{色}の{カテゴリ}、サイズ{サイズ}、{査定額}です。'
  const { text, filled } = fillComment(body, coat, 12_800)
  const changed = { ...coat, color: '紺色', size: 'M' }

  test('are named with what is so now, and replaced without touching the rest', () => {
    expect(outdatedWords(text, filled, coat, 12_800)).toEqual([])
    expect(outdatedWords(text, filled, coat, 11_000)).toEqual([
      { variable: '査定額', text: '¥12,800', now: '¥11,000' },
    ])
    const typed = `${text}定価¥112,800、¥12,8000ではありません。`
    const fresh = refreshComment(typed, filled, changed, 11_000)
    expect(fresh.comment).toBe(
      'AURALEEの紺色のコート、サイズM、¥11,000です。定価¥112,800、¥12,8000ではありません。',
    )
    expect(outdatedWords(fresh.comment, fresh.filled, changed, 11_000)).toEqual([])
    expect(outdatedWords(fresh.comment, fresh.filled, changed, 500)).toMatchObject([{ text: '¥11,000' }])
  })

  test('are whole words: neither the M of AMI nor the コート of ウールコート', () => {
    const small = { ...coat, brandName: 'AMI', size: 'M' }
    const put = fillComment('{ブランド} {品名}', small, null)
    const more = withFilled(put.filled, [
      { variable: 'サイズ', text: 'M' },
      { variable: 'カテゴリ', text: 'コート' },
    ])
    expect(outdatedWords(put.text, more, { ...small, size: 'L', categoryName: 'アウター' }, null)).toEqual([])
    expect(refreshComment(put.text, more, { ...small, size: 'L' }, null).comment).toBe(put.text)
  })

  test('without a word now are named, and left to a person', () => {
    expect(outdatedWords(text, filled, coat, null)).toMatchObject([{ text: '¥12,800', now: '' }])
    expect(refreshComment(text, filled, coat, null).comment).toBe(text)
    expect(outdatedWords('書き直しました', filled, coat, null)).toEqual([])
  })

  test('never leave a wrong amount behind, whatever else is said', () => {
    const amount = fc.integer({ min: 1, max: 9_999_999 })
    const words = fc.stringMatching(/^[あ-んa-z0-9、。 ]{0,20}$/)
    fc.assert(
      fc.property(amount, amount, words, words, (before, after, one, other) => {
        const put = fillComment('{査定額}', coat, before)
        const comment = `${one} ${put.text} ${other}`
        const found = outdatedWords(comment, put.filled, coat, after)
        expect(found.length).toBe(before === after ? 0 : 1)
        const fresh = refreshComment(comment, put.filled, coat, after)
        expect(fresh.comment).toBe(`${one} ${fillComment('{査定額}', coat, after).text} ${other}`)
      }),
    )
  })
})

test.each([
  ['/ks', 'ks', 3],
  ['きれいです。/KS', 'ks', 3],
  ['改行\n／ｋｓ', 'ks', 3],
])('the short code at the end of %j is found', (before, code, length) => {
  expect(typedCode(before)).toEqual({ code, length })
})

test.each(['1/2', 'https://ks', 'a/b', '//ks', '/', '/ks ', '/abcdefghi', ''])(
  '%j ends in no short code',
  (before) => expect(typedCode(before)).toBeUndefined(),
)
