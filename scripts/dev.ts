// npm run dev: Vite with hot reload, proxying calls to a server that restarts on change. The database keeps running.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer } from 'vite'
import { embeddedFolder } from '#server/boot'
import { readConfig } from '#server/platform/config'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres'
import { fixedHeaders } from '#server/platform/security-headers'
import { freePort, requireFreePort } from '#server/platform/start-checks'
import { root, serverFlags } from './tools.mjs'

const config = readConfig()
await requireFreePort(config)
const say = (line: string) => process.stdout.write(`${line}\n`)
const postgres = config.databaseUrl
  ? undefined
  : await startEmbeddedPostgres({ dataDir: embeddedFolder(config), log: say })
const port = await freePort()
const inner = `http://127.0.0.1:${port}`

let child: ChildProcess
/** False when the server ended during its start. */
let up: Promise<boolean>

function startServer(): void {
  const began = performance.now()
  child = spawn(
    process.execPath,
    [...serverFlags, '--import', new URL('./follow-parent.mjs', import.meta.url).href, 'server/main.ts'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...(postgres && { DATABASE_URL: postgres.connectionString }),
        HOST: '127.0.0.1',
        PORT: String(port),
        OKURU_PUBLIC_URL: config.publicUrl,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  )
  up = waitUntilUp(child).then((isUp) => {
    if (isUp) say(`サーバー / Server: ${Math.round(performance.now() - began)} ms`)
    return isUp
  })
}

async function waitUntilUp(server: ChildProcess): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const isUp = await fetch(`${inner}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return true
    await sleep(20)
  }
  return false
}

async function stopServer(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 1_000)
  await ended
  clearTimeout(timer)
}

/** Set by a change during a restart: restarts once more. */
let isChanged = false
let isRestarting = false
async function restart(): Promise<void> {
  isChanged = true
  if (isRestarting) return
  isRestarting = true
  while (isChanged) {
    await sleep(20)
    isChanged = false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    up = promise
    await stopServer()
    startServer()
    up.then(resolve)
    await up
  }
  isRestarting = false
}

startServer()
const served =
  '^/(api|files|store-pictures|docs|dev|openapi\\.json|healthz|readyz|metrics|robots\\.txt)(/|\\?|$)'
const { pagePolicy } = await fixedHeaders(config)
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: {
    host: config.host,
    port: config.port,
    strictPort: true,
    proxy: { [served]: { target: inner } },
    // As in production, plus inline scripts and styles of Vite and React.
    headers: {
      'content-security-policy': pagePolicy('')
        .replace("'nonce-'", "'unsafe-inline'")
        .replace("script-src 'self'", "$& 'unsafe-inline'"),
    },
  },
  plugins: [
    {
      name: 'okuru-store-looks',
      // As the server does for built pages.
      transformIndexHtml: async (html) => {
        const looks = (await up) ? await (await fetch(`${inner}/api/stores/`)).text() : '[]'
        const content = looks.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
        return html.replace('</head>', () => `<meta name="okuru-stores" content="${content}" /></head>`)
      },
    },
    {
      name: 'okuru-wait-for-server',
      configureServer: ({ middlewares }) => {
        middlewares.use(async (request, response, next) => {
          if (!new RegExp(served).test(request.url ?? '') || (await up)) return next()
          response.writeHead(503, { 'content-type': 'application/json' })
          response.end('{"detail":"The server does not start: see the terminal."}')
        })
      },
    },
  ],
})
const sources = ['server', 'contract'].map((folder) => path.join(root, folder) + path.sep)
vite.watcher.add(sources).on('all', (_event, file) => {
  if (sources.some((folder) => file.startsWith(folder)) && !file.includes('.test.')) void restart()
})

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (isEnding) process.exit(1)
    isEnding = true
    await Promise.all([stopServer(), vite.close()])
    await postgres?.stop()
    process.exit(0)
  })
}
await vite.listen()
