import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from './config.ts'
import { notFound } from './refusal.ts'
import { release } from './release.ts'
import { documentHeaders, type FixedHeaders } from './security-headers.ts'
import { type InstallableStore, manifestOf } from './web-manifest.ts'

export const webFolder = path.join(import.meta.dirname, '..', '..', 'dist', 'web')

/** Built beside the pages, where nobody can request it. */
export const drawingThread = (folder: string): string =>
  path.join(folder, '..', 'drawing', 'drawing.thread.js')

type WebConfig = Pick<Config, 'publicUrl' | 'apiUrl' | 'sentryDsn' | 'signInProviders'>

/** What of a page is the store's, by the key that the address names. */
export interface StorePages {
  dress: (html: string, store: string) => Promise<string>
  installable: (store: string) => Promise<InstallableStore>
}

const noncePlace = '__CSP_NONCE__'

const robots = `User-agent: *
Disallow: /api/
Disallow: /biz
Disallow: /files/
Disallow: /mypage
`

/** Pages of a secret link: known only to whom it was given. */
const unlisted = /^price-estimate\//

const workers: Readonly<Record<string, string>> = { 'worker.js': '/', 'biz/worker.js': '/biz' }

const notBuiltPage = `<!doctype html>
<html lang="ja"><head><meta charset="utf-8"><title>画面がありません</title></head>
<body><p>画面がまだ組み立てられていません。npm run build を実行してください。</p>
<p>The web pages have not been built: run npm run build.</p></body></html>
`

export async function registerWeb(
  app: FastifyInstance,
  folder: string,
  config: WebConfig,
  pagePolicy: FixedHeaders['pagePolicy'],
  stores: StorePages,
): Promise<void> {
  await app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
  })
  const page = await pagesIn(folder, config)
  const lean = await scriptsIn(folder)
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots),
  )
  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(await stores.installable(storeIn(request.query))))),
  )
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const name = request.params['*']
    if (/^(api|files|store-pictures|dev)(\/|$)|\.\./.test(name)) throw notFound()
    if (name.startsWith('assets/')) {
      if (lean.has(name)) for (const header of documentHeaders) reply.removeHeader(header)
      return sendFile(reply, name, folder, 'public, max-age=31536000, immutable')
    }
    const scope = workers[name]
    if (scope) {
      reply.header('service-worker-allowed', scope)
      return sendFile(reply, name, folder, 'no-cache')
    }
    // Only files have an extension; page addresses have none.
    if (/\.\w+$/.test(name) && !name.endsWith('.html'))
      return sendFile(reply, name, folder, 'public, max-age=3600')
    if (!wantsPage(request.headers.accept)) throw notFound()
    const document = await page(name)
    const nonce = randomUUID()
    if (unlisted.test(name)) reply.header('x-robots-tag', 'noindex, nofollow')
    return reply
      .code(document === null ? 503 : 200)
      .header('cache-control', 'no-cache')
      .header('content-security-policy', pagePolicy(nonce, document?.script))
      .type('text/html; charset=utf-8')
      .send(
        document === null
          ? notBuiltPage
          : await stores.dress(document.html.replaceAll(noncePlace, nonce), storeIn(request.query)),
      )
  })
}

function storeIn(query: unknown): string {
  const { store } = query as { store?: unknown }
  return typeof store === 'string' ? store : ''
}

async function scriptsIn(folder: string): Promise<Set<string>> {
  const names = await readdir(path.join(folder, 'assets')).catch(() => [])
  return new Set(names.filter((name) => /\.(js|css|woff2)$/.test(name)).map((name) => `assets/${name}`))
}

function sendFile(reply: FastifyReply, name: string, folder: string, cacheControl: string): FastifyReply {
  reply.header('cache-control', cacheControl)
  return reply.sendFile(name, folder)
}

function wantsPage(accept: string | undefined): boolean {
  return accept === undefined || /text\/html|\*\/\*/.test(accept)
}

const documentsFolder = 'documents'

/** The document of each page has its first paint; any other address gets the one of the top page. */
async function pagesIn(
  folder: string,
  config: WebConfig,
): Promise<(name: string) => Promise<PageDocument | null>> {
  const files = await readdir(path.join(folder, documentsFolder), { recursive: true }).catch(() => [])
  const documents = files
    .filter((file) => file.endsWith('.html'))
    // `requests/new` before `requests/$id`.
    .sort((one, other) => Number(one.includes('$')) - Number(other.includes('$')))
    .map((file) => ({
      rule: new RegExp(`^${file.slice(0, -'.html'.length).replaceAll(/\$\w+/g, '[^/]+')}/?$`),
      read: pageOf(path.join(folder, documentsFolder, file), config),
    }))
  const usual = pageOf(path.join(folder, 'index.html'), config)
  return async (name) => (await documents.find(({ rule }) => rule.test(name))?.read()) ?? usual()
}

interface PageDocument {
  html: string
  /** The hash of its inline script, for the content security policy. */
  script: string | undefined
}

const inlineScript = /<script data-release="\w+">(.*?)<\/script>/s

function documentOf(html: string): PageDocument {
  const script = inlineScript.exec(html)?.[1]
  return {
    html,
    script: script && `sha256-${createHash('sha256').update(script).digest('base64')}`,
  }
}

function pageOf(file: string, config: WebConfig): () => Promise<PageDocument | null> {
  let known: { changed: number; document: PageDocument } | undefined
  return async () => {
    try {
      const { mtimeMs: changed } = await stat(file)
      if (known?.changed !== changed)
        known = { changed, document: documentOf(withSettings(await readFile(file, 'utf8'), config)) }
      return known.document
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  }
}

function withSettings(html: string, config: WebConfig): string {
  const { publicUrl, apiUrl, sentryDsn, signInProviders } = config
  const offered = signInProviders.map(({ id, label }) => ({ id, label }))
  const settings = [
    property('og:image', `${publicUrl}/garments/share.jpg`),
    meta('okuru-providers', JSON.stringify(offered)),
    apiUrl === publicUrl ? '' : meta('okuru-api', apiUrl),
    sentryDsn === undefined ? '' : meta('okuru-sentry', sentryDsn) + meta('okuru-release', release),
  ]
  return html.replace('</head>', () => `${settings.join('')}</head>`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}" />`
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escaped(content)}" />`
