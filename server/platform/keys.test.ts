import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { loadKeys, type Secret } from './keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'okuru-keys-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const base64 = () => randomBytes(32).toString('base64')
const local = readConfig({})
const bytesOf = (key: Secret) => (Buffer.isBuffer(key) ? key : key.export()).toString('hex')

describe('loadKeys', () => {
  test('outside production keys are made once, for the owner only, and stay the same', async () => {
    const first = loadKeys(local, join(folder, 'new', 'data'))
    const second = loadKeys(local, join(folder, 'new', 'data'))
    expect(bytesOf(second.token)).toEqual(bytesOf(first.token))
    expect(bytesOf(second.file)).toEqual(bytesOf(first.file))
    expect(second.chain.id).toBe(first.chain.id)
    expect(bytesOf(second.chain.key)).toEqual(bytesOf(first.chain.key))
    expect(second.field.decrypt(first.field.encrypt('花子', 'a.b', 1), 'a.b', 1)).toBe('花子')
    expect(new Set([first.token, first.file, first.chain.key].map(bytesOf)).size).toBe(3)
    expect(await readdir(join(folder, 'new', 'data'))).toEqual(['secrets.json'])
    expect((await stat(join(folder, 'new', 'data', 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  test('a file others can read is closed again', async () => {
    loadKeys(local, folder)
    await chmod(join(folder, 'secrets.json'), 0o644)
    loadKeys(local, folder)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
  })

  test('processes starting together agree', async () => {
    const script = `
      const { loadKeys } = await import(${JSON.stringify(join(import.meta.dirname, 'keys.ts'))})
      const { readConfig } = await import(${JSON.stringify(join(import.meta.dirname, 'config.ts'))})
      console.log(loadKeys(readConfig({}), ${JSON.stringify(folder)}).token.export().toString('hex'))`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const outputs = await Promise.all([start(), start(), start()])
    expect(new Set(outputs.map(({ stdout }) => stdout.trim())).size).toBe(1)
    expect(outputs[0]?.stdout.trim()).toMatch(/^[0-9a-f]{64}$/)
    expect(await readdir(folder)).toEqual(['secrets.json'])
  })

  test('a damaged file is refused, never replaced', async () => {
    await writeFile(join(folder, 'secrets.json'), '{"token":')
    expect(() => loadKeys(local, folder)).toThrow(/damaged/)
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toBe('{"token":')
  })

  test('keys given by name are used; what local keys wrote stays readable', () => {
    const before = loadKeys(local, folder)
    const sealed = before.field.encrypt('1234567', 'a.b', 1)
    const token = base64()
    const env = {
      OKURU_TOKEN_KEY: token,
      OKURU_FIELD_KEY: `f1:${base64()}`,
      OKURU_CHAIN_KEY: `c1:${base64()}`,
    }
    const keys = loadKeys(readConfig(env), folder)
    expect(Buffer.from(bytesOf(keys.token), 'hex').toString('base64')).toBe(token)
    expect(keys.chain.id).toBe('c1')
    expect([...keys.chainKeys.keys()]).toEqual(['c1', before.chain.id])
    expect(keys.field.decrypt(sealed, 'a.b', 1)).toBe('1234567')
    expect(sealed.indexOf(keys.field.start)).toBe(-1)
  })

  test('with every key given nothing is written; production never makes one', async () => {
    const env = {
      OKURU_TOKEN_KEY: base64(),
      OKURU_CHAIN_KEY: `c2:${base64()},c1:${base64()}`,
      OKURU_FIELD_KEY: `f1:${base64()}`,
      OKURU_FILE_KEY: base64(),
    }
    expect(loadKeys(readConfig(env), folder).chain.id).toBe('c2')
    expect(() => loadKeys({ ...local, production: true }, folder)).toThrow(/production/)
    expect(await readdir(folder)).toEqual([])
  })
})
