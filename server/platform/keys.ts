import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Config, ConfigError } from './config.ts'
import { createFieldCipher, type FieldCipher } from './field-cipher.ts'

/** KeyObjects are faster and never print the key. */
export type Secret = KeyObject | Buffer

export interface Keys {
  token: Secret
  chain: { id: string; key: Secret }
  /** By id, for rows signed with an earlier key. */
  chainKeys: ReadonlyMap<string, Secret>
  field: FieldCipher
  file: Secret
  /** Keyed hashes for comparison only: devices, mailed codes, networks in counters and logs. */
  mark: Secret
}

const stored = z.base64().transform((text): Buffer => Buffer.from(text, 'base64'))
const storedNamed = z.array(z.object({ id: z.string(), key: stored })).min(1)
const Secrets = z.object({ token: stored, chain: storedNamed, field: storedNamed, file: stored })
export type Secrets = z.output<typeof Secrets>

function newSecretsText(): string {
  const key = () => randomBytes(32).toString('base64')
  const named = () => [{ id: `local-${randomBytes(4).toString('hex')}`, key: key() }]
  return `${JSON.stringify({ token: key(), chain: named(), field: named(), file: key() }, null, 2)}\n`
}

function failedWith(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return null
    throw error
  }
}

/** Writes aside and links into place, so that one of two concurrent starts wins and neither reads half a file. */
function createOnce(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const handle = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
    linkSync(temporary, path)
  } catch (error) {
    if (!failedWith(error, 'EEXIST')) throw error
  } finally {
    closeSync(handle)
    rmSync(temporary, { force: true })
  }
}

const secretsFile = (dataDir: string): string => join(dataDir, 'secrets.json')

function localSecrets(dataDir: string): Secrets | null {
  const path = secretsFile(dataDir)
  const text = readIfThere(path)
  if (text === null) return null
  closeToOthers(path)
  // Never replaced when damaged: data encrypted with its keys would be lost.
  const parsed = Secrets.safeParse(parseJson(text))
  if (!parsed.success) throw new ConfigError([`${path} is damaged; restore it from a copy`])
  return parsed.data
}

function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!failedWith(error, 'EROFS')) throw error
  }
}

function makeLocalSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  createOnce(secretsFile(dataDir), newSecretsText())
  return localSecrets(dataDir) as Secrets
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** As in `secrets.json`. */
export function secretsText({ token, chain, field, file }: Secrets): string {
  const text = (key: Buffer) => key.toString('base64')
  const named = (keys: Secrets['field']) => keys.map(({ id, key }) => ({ id, key: text(key) }))
  const written = { token: text(token), chain: named(chain), field: named(field), file: text(file) }
  return `${JSON.stringify(written, null, 2)}\n`
}

export interface GivenSecrets {
  /** Null: the file is needed and missing. */
  secrets: Secrets | null
  file: string
}

export function readSecrets(config: Config, dataDir: string = config.dataDir): GivenSecrets {
  const { token, chain, field, file } = config.secrets
  const path = secretsFile(dataDir)
  if (token && chain && field && file) return { secrets: { token, chain, field, file }, file: path }
  if (config.production) {
    // Already refused by readConfig; production must never fall back to a local key.
    throw new ConfigError(['keys are missing in production'])
  }
  const local = localSecrets(dataDir)
  return { secrets: local && merged(config, local), file: path }
}

const merged = ({ secrets: { token, chain, field, file } }: Config, local: Secrets): Secrets => ({
  token: token ?? local.token,
  // Local keys stay readable after a key was configured.
  chain: [...(chain ?? []), ...local.chain],
  field: [...(field ?? []), ...local.field],
  file: file ?? local.file,
})

/** Creates missing secrets; only for an empty database. */
export function makeSecrets(config: Config, dataDir: string = config.dataDir): Secrets {
  return readSecrets(config, dataDir).secrets ?? merged(config, makeLocalSecrets(dataDir))
}

/** Configured keys; outside production missing ones are created once in `secrets.json`. */
export function loadKeys(config: Config, dataDir: string = config.dataDir): Keys {
  return keysOf(makeSecrets(config, dataDir))
}

export function keysOf({ token, chain, field, file }: Secrets): Keys {
  const chains = chain.map(({ id, key }) => ({ id, key: createSecretKey(key) }))
  const [sealing] = chains
  if (!sealing) throw new ConfigError(['OKURU_CHAIN_KEY holds no key'])
  return {
    token: createSecretKey(token),
    chain: sealing,
    chainKeys: new Map(chains.map(({ id, key }) => [id, key])),
    field: createFieldCipher(field),
    file: createSecretKey(file),
    // Losing the token key only signs everybody out and forgets their devices.
    mark: createSecretKey(Buffer.from(hkdfSync('sha256', token, '', 'okuru mark', 32))),
  }
}
