import fs from 'node:fs'
import path from 'node:path'
import { causeOf, isNetworkGone, pinnedNode, readText, root, run, UserError } from './tools.mjs'

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
  // Where scripts are off, Node.js is there, but packed.
  if (code === 0 && !isNodeUnpacked()) {
    const unpacked = await npm('rebuild', production, 'node', '--ignore-scripts=false')
    code = unpacked.code
    output = unpacked.output
  }
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

const isNodeUnpacked = () =>
  fs.existsSync(
    path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
  )

/** npm's own pauses would keep somebody without a network waiting for minutes. */
const shortPauses = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000']

async function npm(command, production, ...more) {
  const scope = production ? '--omit=dev' : '--include=dev'
  const args = [command, '--no-audit', '--no-fund', '--loglevel=error', ...shortPauses, scope, ...more]
  const giveUp = new AbortController()
  const running = runNpm(args, { signal: giveUp.signal })
  const isAway = await Promise.race([running.then(() => false), isRegistryAway()])
  if (!isAway) return running
  giveUp.abort()
  await running
  return { code: 1, output: 'ETIMEDOUT' }
}

function runNpm(args, more = {}) {
  const options = { killSignal: 'SIGKILL', ...more }
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return run(process.execPath, [script, ...args], options)
  const windows = process.platform === 'win32'
  return run(windows ? 'npm.cmd' : 'npm', args, { shell: windows, ...options })
}

const patience = 8_000

/** Whether nothing comes back, twice in a row, where npm itself would wait for minutes; never resolves otherwise. */
async function isRegistryAway() {
  for (let tries = 0; tries < 2; tries++) {
    // npm applies the proxy settings, but has no time limit for a proxy. An error response means that the registry is there.
    const silence = AbortSignal.timeout(patience)
    const { code, output } = await runNpm(['ping', '--fetch-retries=0'], { quiet: true, signal: silence })
    const isAway = silence.aborted || (code !== 0 && isNetworkGone(output))
    if (!isAway) return new Promise(() => undefined)
  }
  return true
}
