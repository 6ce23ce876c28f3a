import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  commentVariables,
  fillComment,
  oddVariables,
  oddVariablesSentence,
  typedCode,
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
