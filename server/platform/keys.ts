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

/** A key as an object of the library that uses it, which takes it five times faster and prints nothing of it, or its bytes. */
export type Secret = KeyObject | Buffer

export interface Keys {
  /** Signs access and refresh tokens. */
  token: Secret
  /** Seals new rows of the ledger chain. */
  chain: { id: string; key: Secret }
  /** Every chain key by id, for checking rows written under an earlier one. */
  chainKeys: ReadonlyMap<string, Secret>
  field: FieldCipher
  /** Signs addresses of files. */
  file: Secret
  /** For what is only recognised again: devices, mailed codes, and networks in counters and logs. */
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

/** Whether it failed because the file was (`EEXIST`) or was not (`ENOENT`) there. */
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

/**
 * Writes the file under a name of its own and links it into place. A link fails when the target exists, so of
 * two processes starting together one wins, and neither ever sees half a file.
 */
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

/** What the file holds; null when there is none. */
function localSecrets(dataDir: string): Secrets | null {
  const path = secretsFile(dataDir)
  const text = readIfThere(path)
  if (text === null) return null
  closeToOthers(path)
  // A damaged file is never replaced: what was encrypted with its keys would be lost for good.
  const parsed = Secrets.safeParse(parseJson(text))
  if (!parsed.success) throw new ConfigError([`${path} is damaged; restore it from a copy`])
  return parsed.data
}

/** On a disk that cannot be written it stays as it is. */
function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o077) === 0) return
  try {
    chmodSync(path, 0o600)
  } catch (error) {
    if (!failedWith(error, 'EROFS')) throw error
  }
}

/** Makes the file unless another process has done so meanwhile, and answers what it holds. */
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

/** What the configuration gives, and what is kept in `secrets.json`. Nothing is made yet. */
export interface GivenSecrets {
  /** Null: there is no file, and it is needed. */
  secrets: Secrets | null
  /** Where the file is, or would be. */
  file: string
}

export function readSecrets(config: Config, dataDir: string = config.dataDir): GivenSecrets {
  const { token, chain, field, file } = config.secrets
  const path = secretsFile(dataDir)
  if (token && chain && field && file) return { secrets: { token, chain, field, file }, file: path }
  if (config.production) {
    // readConfig has refused this already; checked again, because production must never fall back to a local key.
    throw new ConfigError(['keys are missing in production'])
  }
  const local = localSecrets(dataDir)
  return { secrets: local && merged(config, local), file: path }
}

const merged = ({ secrets: { token, chain, field, file } }: Config, local: Secrets): Secrets => ({
  token: token ?? local.token,
  // Local keys stay readable after a key was given by name.
  chain: [...(chain ?? []), ...local.chain],
  field: [...(field ?? []), ...local.field],
  file: file ?? local.file,
})

/** The same, where the missing ones may be made: for a database that holds nothing yet. */
export function makeSecrets(config: Config, dataDir: string = config.dataDir): Secrets {
  return readSecrets(config, dataDir).secrets ?? merged(config, makeLocalSecrets(dataDir))
}

/** Keys from named variables; outside production the missing ones are made once in `secrets.json`. */
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
