// No dependencies: runs on Node 20 before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** An error whose message names cause and fix; shown without a stack. */
export class UserError extends Error {}

export async function main(command) {
  try {
    checkNode()
    checkFolder(root)
    await command()
  } catch (error) {
    const message = error instanceof UserError ? error.message : causeOf(String(error?.code))
    console.error(`\n✖ ${message ?? error?.stack ?? error}`)
    process.exit(1)
  }
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return
  throw new UserError(
    `Node.js ${process.versions.node} では動きません。Node.js 20 以上を入れてください。 / ` +
      `Node.js ${process.versions.node} is too old. Install Node.js 20 or newer.`,
  )
}

/** `initdb` passes its own path to a shell in double quotes, and Vite reads paths as addresses and patterns. */
export function checkFolder(folder) {
  const found = folder.match(process.platform === 'win32' ? /[#%$`]/g : /[#%$`?*"\\\n]/g)
  if (!found) return
  const marks = [...new Set(found)].map((mark) => JSON.stringify(mark)).join(' ')
  throw new UserError(
    `フォルダーの名前に使えない文字 ${marks} があります。別の名前のフォルダーに置いてください。 / ` +
      `${folder} contains ${marks}, which the tools cannot handle. Use a folder with another name.`,
  )
}

export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const file = path.join(root, 'node_modules', 'node', 'bin', name)
  if (fs.existsSync(file)) return file
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new UserError(
    'Node.js 24 が入っていません。npm rebuild node を実行してから、もう一度お試しください。 / ' +
      'The pinned Node.js was not unpacked, perhaps because install scripts are off. Run `npm rebuild node`, then try again.',
  )
}

/**
 * The young generation's size: V8's default takes 130 MB on large machines. A larger one delays freeing the buffers of
 * uploads until a full collection, which calls then wait for; a smaller one makes requests collect more often.
 */
export const serverFlags = ['--max-semi-space-size=16', '--max-old-space-size=512']

/** Prefers tools of node_modules, as npm does. The compile cache saves 20 MB and time on each start. */
export function toolEnvironment(extra = {}) {
  const folders = [path.join(root, 'node_modules', '.bin'), path.dirname(pinnedNode())]
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const kept = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'node') }
  return { ...kept, ...process.env, ...extra, [name]: [...folders, process.env[name]].join(path.delimiter) }
}

/** Shows the output unless `quiet`; returns the exit code and the last output. */
export function run(command, args, { quiet = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    const take = (stream) => (chunk) => {
      output = (output + chunk).slice(-20_000)
      if (!quiet) stream.write(chunk)
    }
    child.stdout?.on('data', take(process.stdout))
    child.stderr?.on('data', take(process.stderr))
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.once('close', (code, signal) => resolve({ code: code ?? `signal ${signal}`, output }))
  })
}

export function hashOf(entries) {
  const hash = createHash('sha256')
  const add = (file) => {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat?.isDirectory()) {
      for (const name of fs.readdirSync(file).sort()) add(path.join(file, name))
    } else if (stat) {
      hash.update(`${path.relative(root, file)}\0${stat.size}\0`).update(fs.readFileSync(file))
    }
  }
  for (const entry of entries) add(path.join(root, entry))
  return hash.digest('hex')
}

export function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Whether the command exists and succeeds. */
export function canRun(command, args = ['--version']) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0
}

export const isNetworkGone = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network|socket hang up/i.test(output)

export function causeOf(output) {
  if (/ENOSPC|No space left|disk full/i.test(output))
    return 'ディスクの空きがありません。空きを作ってから、もう一度お試しください。 / The disk is full. Free some space and try again.'
  if (/EROFS|EACCES|EPERM|Permission denied|read-only file system/i.test(output))
    return `${root} に書き込めません。書き込めるフォルダーに置くか、権限を直してください。 / ${root} cannot be written. Fix its permissions or use another folder.`
  if (isNetworkGone(output))
    return 'ネットワークにつながりません。接続やプロキシの設定を確かめて、もう一度お試しください。 / The network cannot be reached. Check the connection and the proxy settings, then try again.'
  return undefined
}
