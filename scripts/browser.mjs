// Finds or installs a browser: Chrome or Chromium, Debian's package, or Playwright's download. Chromium's
// headless shell comes first: it needs little more than half the processor time of the full browser.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { canRun, main, pinnedNode, readText, root, run, toolEnvironment, UserError } from './tools.mjs'

const shell = 'chromium-headless-shell'
const names = [
  shell,
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  'chrome',
  'msedge',
]

const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => path.join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
]

export async function ensureBrowser() {
  const chosen = process.env.OKURU_CHROMIUM
  if (chosen) {
    if (works(chosen)) return chosen
    throw new UserError(
      `OKURU_CHROMIUM の ${chosen} を起動できません。 / OKURU_CHROMIUM names ${chosen}, which does not start.`,
    )
  }
  const found = installed() ?? (await fromDebian()) ?? (await fromPlaywright())
  if (found) return found
  throw new UserError(
    'ブラウザーのテストに使う Chrome か Chromium がありません。入れるか、OKURU_CHROMIUM にその場所を指定してください。 / ' +
      'The browser tests need Chrome or Chromium. Install one, or set OKURU_CHROMIUM to its path.',
  )
}

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const extension = process.platform === 'win32' ? '.exe' : ''
  const inPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name + extension)))
  return [...inPath, ...elsewhere].find((file) => fs.existsSync(file) && works(file))
}

/** chrome.exe opens a window for `--version`, so on Windows the file only has to exist. */
function works(file) {
  return process.platform === 'win32' ? fs.existsSync(file) : canRun(file)
}

async function fromDebian() {
  // Ubuntu's package of that name only points to a snap.
  if (!/^ID="?debian"?$/m.test(readText('/etc/os-release') ?? '') || !canRun('apt-get')) return undefined
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  if (asRoot.length > 0 && !(process.env.CI && canRun('sudo', ['-n', 'true']))) return undefined
  console.log('Chromium を入れています… / Installing Chromium…')
  const apt = async (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    return (await run(command, rest, { env })).code === 0
  }
  if (!(await apt('-qq', 'update'))) return undefined
  const install = (name) => apt('-qq', 'install', '--yes', '--no-install-recommends', name, 'fonts-noto-cjk')
  return (await install(shell)) || (await install('chromium')) ? installed() : undefined
}

async function fromPlaywright() {
  const playwright = path.join(root, 'node_modules', 'playwright-core')
  console.log('テスト用の Chromium を取得しています… / Downloading Chromium for the tests…')
  const args = [path.join(playwright, 'cli.js'), 'install', shell]
  const { code } = await run(pinnedNode(), args, { env: toolEnvironment() })
  if (code !== 0) return undefined
  // Only Playwright knows the folder, which has the browser's build number.
  const dry = await run(pinnedNode(), [...args, '--dry-run'], { env: toolEnvironment() })
  const folder = /Install location:\s*(.+)/.exec(dry.output)?.[1]?.trim()
  const file = folder && executableIn(folder)
  if (file && works(file)) return file
  throw new UserError(
    '取得した Chromium を起動できません。必要なライブラリーを `npx playwright-core install-deps chromium` で入れてください。 / ' +
      'The downloaded Chromium does not start: libraries are missing. Run `npx playwright-core install-deps chromium`.',
  )
}

function executableIn(folder) {
  const files = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)))
  return files.find(
    (file) => /(headless_shell|chrome-headless-shell)(\.exe)?$/.test(file) && fs.statSync(file).isFile(),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => console.log(await ensureBrowser()))
}
