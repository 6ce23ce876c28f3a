import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hashPassword, passwordProblems, verifyPassword } from './password.ts'

const short = 'このパスワードは短すぎます。最低 8 文字以上必要です。'
const common = 'このパスワードは一般的すぎます。'
const digits = 'このパスワードは数字しか使われていません。'
const likeMail = 'このパスワードは メールアドレス と似すぎています。'
const nobody = { email: null, name: null }

describe('hashing', () => {
  test('uses argon2id with the parameters meant, a new salt each time', async () => {
    const [first, second] = await Promise.all([hashPassword('ひみつの言葉'), hashPassword('ひみつの言葉')])
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(second).not.toBe(first)
    expect(await verifyPassword(first, 'ひみつの言葉')).toBe(true)
    expect(await verifyPassword(first, 'ひみつの言菓')).toBe(false)
  })

  test('nobody signs in without a stored password, not even with the dummy', async () => {
    expect(await verifyPassword(null, 'no account has this password')).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
    expect(await verifyPassword(undefined, 'x')).toBe(false)
  })

  test('an unknown account takes as long as a known one', async () => {
    const stored = await hashPassword('okuru-demo-2026')
    const timed = async (hash: string | null): Promise<number> => {
      const start = performance.now()
      await verifyPassword(hash, 'wrong')
      return performance.now() - start
    }
    // In turns: a busy machine is slow for moments at a time.
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 10; round += 1) {
      ofKnown.push(await timed(stored))
      ofUnknown.push(await timed(null))
    }
    const [known, unknown] = [Math.min(...ofKnown), Math.min(...ofUnknown)]
    expect(unknown / known).toBeGreaterThan(0.5)
    expect(unknown / known).toBeLessThan(2)
  })
})

describe('passwordProblems', () => {
  test.each([
    ['abcxyz7', [short]],
    ['1234567', [short, digits]],
    ['59302714', [digits]],
    ['password', [common]],
    ['PassWord1', [common]],
    ['sakura123', [common]],
    ['12345678', [common, digits]],
    ['パスワードひみつです', []],
    ['ただ長い文でもよい', []],
    ['correct-staple-horse', []],
    ['okuru-demo-2026', []],
    ['        x', []],
  ])('%s', (password, problems) => {
    expect(passwordProblems(password, nobody)).toEqual(problems)
  })

  test('a password like the address or the name is refused, others are not', () => {
    const about = { email: 'hanako.yamada@example.com', name: 'Yamada Hanako' }
    expect(passwordProblems('hanako.yamada', about)).toEqual([
      likeMail,
      'このパスワードは お名前 と似すぎています。',
    ])
    expect(passwordProblems('HanakoYamada', { ...about, name: null })).toEqual([likeMail])
    expect(passwordProblems('yamada12', { ...about, name: null })).toContain(likeMail)
    expect(passwordProblems('green-river-walks', about)).toEqual([])
  })

  test('an emoji counts as one character', () => {
    expect(passwordProblems('😀😀😀😀', nobody)).toEqual([short])
  })
})

test('the list of common passwords holds 3000, folded, none that its length already refuses', () => {
  const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(new Set(list).size).toBe(3000)
  expect(list.filter((entry) => entry.length < 8 || entry !== entry.toLowerCase().trim())).toEqual([])
})
