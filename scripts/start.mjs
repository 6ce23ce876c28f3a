// npm start: install, build, then run the server in the foreground until it ends or is told to.
// npm run dev: the same with scripts/dev.ts, which builds nothing and watches the sources.
import { spawn } from 'node:child_process'
import { buildWeb } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, pinnedNode, readText, root, serverFlags, toolEnvironment } from './tools.mjs'

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }

await main(async () => {
  if (process.argv.includes('--dev')) {
    await ensureInstalled({ production: false })
    process.exit(await serve(['scripts/dev.ts']))
  }
  await ensureInstalled()
  await buildWeb()
  process.exit(await serve([...serverFlags, 'server/main.ts', ...process.argv.slice(2)]))
})

function serve(args) {
  // A group of its own, so that Ctrl-C reaches it once, through us; the channel tells it when we are killed.
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

/** When npm itself is killed nobody forwards its signals any more; then the server has to end as well. */
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

/** npm runs a script through a shell, which may stay between us and outlive npm. */
function findNpm() {
  const [, command, rest] = /\((.*)\) (.*)/s.exec(readText(`/proc/${process.ppid}/stat`) ?? '') ?? []
  // After the command follow the state and the parent.
  return /^(ba|da|a|z)?sh$/.test(command ?? '') ? Number(rest.split(' ')[1]) : process.ppid
}
