// npm start: installs, builds and runs the server. npm run dev: runs scripts/dev.ts instead.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { buildWeb } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, pinnedNode, readText, root, serverFlags, toolEnvironment, UserError } from './tools.mjs'

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGABRT: 6, SIGBUS: 7, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/** A server that lasted so long had started well. */
const longLife = 20_000
const longestPause = 5_000

/** SIGABRT, which is also how it runs out of memory, SIGBUS, SIGKILL, SIGSEGV. */
const killed = new Set([134, 135, 137, 139])
let isStopping = false

await main(async () => {
  // Before packages and pages, which take minutes; the server looks again.
  await requireFreePort()
  if (process.argv.includes('--dev')) {
    await ensureInstalled({ production: false })
    process.exit(await serve(['scripts/dev.ts']))
  }
  await ensureInstalled()
  await buildWeb()
  process.exit(await serveAlways([...serverFlags, 'server/main.ts', ...process.argv.slice(2)]))
})

/** Starts a server again that was killed or ran out of memory; one that ends by itself has said why. */
async function serveAlways(args) {
  for (let pause = 250; ; ) {
    const began = Date.now()
    const code = await serve(args)
    if (!killed.has(code) || isStopping) return code
    if (Date.now() - began > longLife) pause = 250
    console.error('サーバーが止められたため、起動し直します。 / The server was killed; starting it again.')
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(2 * pause, longestPause)
  }
}

function serve(args) {
  // Own process group, so that Ctrl-C reaches it once; the channel stops it when this process is killed.
  const follow = new URL('./follow-parent.mjs', import.meta.url).href
  const child = spawn(pinnedNode(), ['--import', follow, ...args], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const stop = (signal) => {
    isStopping = true
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)
  const stopWatching = watchNpm(() => stop('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopWatching()
      for (const name of signals) process.off(name, stop)
      resolve(code ?? 128 + (signalNumbers[signal] ?? 0))
    })
  })
}

function requireFreePort() {
  const port = Number(process.env.PORT?.trim() || 3000)
  const host = process.env.HOST?.trim() || '127.0.0.1'
  // A port that is none is reported by the server, with everything else that is wrong.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', ({ code }) => {
      if (code !== 'EADDRINUSE') return resolve()
      reject(
        new UserError(
          `ポート ${port} は、ほかのプログラムが使っています。そちらを止めるか、PORT=${port + 1} のように別の番号を指定してください。 / ` +
            `Port ${port} is in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
        ),
      )
    })
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })
}

/** Stops the server when npm is killed: nobody would forward signals then. */
function watchNpm(ended) {
  if (!['start', 'dev'].includes(process.env.npm_lifecycle_event) || process.platform === 'win32')
    return () => undefined
  const npm = findNpm()
  const timer = setInterval(() => {
    if (findNpm() === npm) return
    clearInterval(timer)
    ended()
  }, 1_000)
  return () => clearInterval(timer)
}

/** npm runs scripts through a shell that may outlive it. */
function findNpm() {
  const [, command, rest] = /\((.*)\) (.*)/s.exec(readText(`/proc/${process.ppid}/stat`) ?? '') ?? []
  return /^(ba|da|a|z)?sh$/.test(command ?? '') ? Number(rest.split(' ')[1]) : process.ppid
}
