import fs from 'node:fs'
import path from 'node:path'
import { causeOf, pinnedNode, readText, root, run, UserError } from './tools.mjs'

export async function ensureInstalled({ production = process.env.NODE_ENV === 'production' } = {}) {
  const locked = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!isInstalled(locked, JSON.parse(readText(record) ?? '{}').packages, production)) {
    await install(production)
  }
  pinnedNode()
}

/** npm writes this record last, so an interrupted installation does not count. */
export function isInstalled(locked, installed, production) {
  if (!installed) return false
  return Object.entries(locked).every(([name, wanted]) => {
    if (name === '' || (production && wanted.dev)) return true
    const found = installed[name]
    // Packages for other systems are not installed.
    if (!found) return Boolean(wanted.optional || wanted.devOptional)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

async function install(production) {
  console.log('必要な部品を入れています (初回は数分かかります)… / Installing packages…')
  const began = Date.now()
  const sign = setInterval(() => console.log(`  … ${Math.round((Date.now() - began) / 1000)} 秒 / s`), 10_000)
  let { code, output } = await npm('ci', production)
  if (/npm error code EUSAGE/.test(output)) {
    // A registry without other systems' packages makes `npm ci` reject a good lock file.
    console.log('npm ci を npm install に替えて続けます… / Continuing with npm install…')
    const second = await npm('install', production, '--no-save')
    code = second.code
    output = second.output
  }
  clearInterval(sign)
  if (code === 0) return
  const cause =
    code === 127
      ? 'npm が見つかりません。Node.js に付属の npm を入れてください。 / npm was not found. Install the npm that comes with Node.js.'
      : causeOf(output)
  throw new UserError(
    cause ??
      '部品を入れられませんでした。上の表示を確かめて、もう一度お試しください。 / The packages could not be installed. See above, then try again.',
  )
}

function npm(command, production, ...more) {
  const scope = production ? '--omit=dev' : '--include=dev'
  const args = [command, '--no-audit', '--no-fund', '--loglevel=error', scope, ...more]
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args])
  const windows = process.platform === 'win32'
  return run(windows ? 'npm.cmd' : 'npm', args, { shell: windows })
}
