import { systemClock } from '#server/platform/clock'
import { adoptFileStore } from '#server/platform/file-marker'
import { createFileStore } from '#server/platform/files'
import { forgetKey, knownKeyStates, purposes } from '#server/platform/known-keys'
import { chainKeysInUse, type Opened } from './boot.ts'
import { fine, type Given, misused, say, wrong } from './command.ts'

const forgetSentences = {
  forgotten: '鍵を忘れました。 / The key is forgotten.',
  in_use:
    'この鍵で暗号化されたデータがあるため、忘れられません。鍵を設定に戻してください。 / Data is encrypted with this key. Put it back into the configuration.',
  unknown: 'その鍵は使われていません。 / There is no such key.',
} as const

export const keyOptions = purposes.map((purpose) => `--${purpose}`)

export async function listKeys({ pool, config }: Opened): Promise<number> {
  const keys = await knownKeyStates(pool, config)
  for (const { purpose, id, since, is_configured } of keys) {
    say(`${purpose}  ${id}  ${since}  ${is_configured ? 'OK' : '設定にありません / not configured'}`)
  }
  if (keys.length === 0) say('鍵はまだ使われていません。 / No key has been used yet.')
  return keys.every(({ is_configured }) => is_configured) ? fine : wrong
}

export async function forgetNamedKey({ pool }: Opened, given: Given): Promise<number> {
  for (const purpose of purposes) {
    const id = given.get(`--${purpose}`)?.at(-1)
    if (!id) continue
    const outcome = await forgetKey(pool, { purpose, id }, chainKeysInUse)
    say(forgetSentences[outcome])
    return outcome === 'forgotten' ? fine : wrong
  }
  return misused
}

export async function adoptFiles({ pool, config }: Opened): Promise<number> {
  await adoptFileStore({ pool, files: createFileStore(config), config, at: systemClock.now() })
  say('今の保存先を、このデータベースのファイルとしました。 / This database now uses this file store.')
  return fine
}
