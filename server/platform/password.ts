import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id, first parameter set of OWASP's password storage cheat sheet (2025). */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters)
}

let nobody: Promise<string> | undefined

/** Does the same work without a stored hash, so that timing does not reveal which addresses exist. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('no account has this password')
  const dummy = await nobody
  const matches = await verify(stored || dummy, password)
  return Boolean(stored) && matches
}

let common: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  return common
}

/** Share of common letters, as Python's `quick_ratio`. */
function likeness(a: string, b: string): number {
  const left = new Map<string, number>()
  for (const letter of b) left.set(letter, (left.get(letter) ?? 0) + 1)
  let matches = 0
  for (const letter of a) {
    const count = left.get(letter) ?? 0
    if (count > 0) matches += 1
    left.set(letter, count - 1)
  }
  return (2 * matches) / ([...a].length + [...b].length)
}

function isLike(password: string, value: string): boolean {
  const given = password.toLowerCase()
  const parts = [value, value.replace(/@.*$/, ''), ...value.split(/[^\p{L}\p{N}_]+/u)].map((part) =>
    part.toLowerCase(),
  )
  return parts.some((part) => part !== '' && likeness(given, part) >= 0.7)
}

/** Returns problems of a new password, worded as in Django. */
export function passwordProblems(
  password: string,
  about: { email?: string | null; name?: string | null },
): string[] {
  const problems: string[] = []
  if (about.email && isLike(password, about.email)) {
    problems.push('このパスワードは メールアドレス と似すぎています。')
  }
  if (about.name && isLike(password, about.name)) problems.push('このパスワードは お名前 と似すぎています。')
  if ([...password].length < 8) {
    problems.push('このパスワードは短すぎます。最低 8 文字以上必要です。')
  }
  if (commonPasswords().has(password.toLowerCase().trim())) {
    problems.push('このパスワードは一般的すぎます。')
  }
  if (/^\d+$/.test(password)) problems.push('このパスワードは数字しか使われていません。')
  return problems
}
