import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { ConfigError } from '#server/platform/config'
import { release } from '#server/platform/release'
import { webFolder } from '#server/platform/web'
import { artifactBundle, type BundledFile } from './artifact-bundle.ts'
import { type Patience, type SentryAccount, sendBundle } from './sentry-upload.ts'

export const sourceMapsHelp = `  SENTRY_URL          https://sentry.io でなければ、サーバーのアドレス / where it is not https://sentry.io
  SENTRY_ORG          組織の短い名前 / the short name of the organization
  SENTRY_PROJECT      プロジェクトの短い名前 / the short name of the project
  SENTRY_AUTH_TOKEN   org:ci か project:releases のトークン / a token that may do that

npm run build の後、同じフォルダーで実行します。データベースも、ほかの設定も要りません。
After npm run build, in the same folder. Needs neither the database nor other settings.`

/** Named as all tools of Sentry name them. */
const Env = z
  .object({
    SENTRY_URL: z
      .url({ protocol: /^https?$/, error: 'must look like https://sentry.io' })
      .default('https://sentry.io'),
    SENTRY_ORG: z.string('is required'),
    SENTRY_PROJECT: z.string('is required'),
    SENTRY_AUTH_TOKEN: z.string('is required'),
  })
  .transform(
    (given): SentryAccount => ({
      ...{ url: given.SENTRY_URL, org: given.SENTRY_ORG },
      ...{ project: given.SENTRY_PROJECT, token: given.SENTRY_AUTH_TOKEN },
    }),
  )

function accountIn(env: NodeJS.ProcessEnv): SentryAccount {
  const given = Object.keys(Env.in.shape).map((name) => [name, env[name]?.trim() || undefined])
  const parsed = Env.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
}

interface Build {
  /** What browsers get. */
  web: string
  /** Beside it, with the same names and `.map`. */
  maps: string
}

const built: Build = { web: webFolder, maps: path.join(webFolder, '..', 'maps') }

/**
 * By release and address: debug ids would be bytes in every script of every visit. The names of scripts are made from their
 * contents, so several builds of one release do not meet.
 */
export async function uploadSourceMaps(
  env: NodeJS.ProcessEnv,
  build = built,
  patience?: Patience,
): Promise<{ release: string; files: number }> {
  const account = accountIn(env)
  const files = await filesOf(build)
  const { org, project } = account
  await sendBundle(account, { bundle: artifactBundle({ org, project, release }, files), release }, patience)
  return { release, files: files.length }
}

async function filesOf({ web, maps }: Build): Promise<BundledFile[]> {
  const names = await readdir(maps, { recursive: true }).catch(() => [])
  const found = names.filter((name) => name.endsWith('.map')).map((name) => name.replaceAll('\\', '/'))
  if (found.length === 0)
    throw new ConfigError([
      `${maps} にソースマップがありません。npm run build の後、そのフォルダーで実行してください。`,
      `There are no source maps in ${maps}. Run npm run build first; of the image, the stage "build" has them.`,
    ])
  const pairs = found.map(async (name): Promise<BundledFile[]> => {
    const [url, script] = [`~/${name}`, name.slice(0, -'.map'.length)]
    const [code, map] = await Promise.all([readFile(path.join(web, script)), readFile(path.join(maps, name))])
    const headers = { Sourcemap: path.basename(name) }
    return [
      { url: `~/${script}`, type: 'minified_source', headers, bytes: code },
      { url, type: 'source_map', headers: {}, bytes: map },
    ]
  })
  return (await Promise.all(pairs)).flat()
}
