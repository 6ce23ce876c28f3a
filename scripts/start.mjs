// npm start: installs, builds and runs the server. npm run dev: runs scripts/dev.ts instead.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { buildWeb } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, pinnedNode, readText, root, serverFlags, toolEnvironment, UserError } from './tools.mjs'

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

await main(async () => {
  // Before packages and pages, which take minutes; the server looks again.
  await requireFreePort()
  if (process.argv.includes('--dev')) {
    await ensureInstalled({ production: false })
    process.exit(await serve(['scripts/dev.ts']))
  }
  await ensureInstalled()
  await buildWeb()
  process.exit(await serve([...serverFlags, 'server/main.ts', ...process.argv.slice(2)]))
})

function serve(args) {
  // Own process group, so that Ctrl-C reaches it once; the channel stops it when this process is killed.
  const follow = new URL('./follow-parent.mjs', import.meta.url).href
  const child = spawn(pinnedNode(), ['--import', follow, ...args], {
    cwd: root,
    env: toolEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const stopWatching = watchNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      stopWatching()
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
