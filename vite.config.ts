import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { AnyCall } from './contract/call.ts'
import { type SubsetFace, subsetStorefrontFont } from './scripts/font-subset.ts'
import { fontFaceCss } from './web/app/fonts/font-faces.ts'

const ROOT = import.meta.dirname
const OUT = join(ROOT, 'dist/web')
/** The server puts a fresh value in its place with every page it sends. */
const NONCE = '__CSP_NONCE__'

/**
 * Cuts the storefront's font, writes its rules into the page and asks the browser to fetch it at once.
 * While developing the whole family is used, so that nobody waits for the cutting.
 */
function storefrontFont(): Plugin {
  let faces: SubsetFace[] = []
  return {
    name: 'okuru-storefront-font',
    apply: 'build',
    async buildStart() {
      faces = await subsetStorefrontFont(ROOT)
      for (const face of faces) this.emitFile({ type: 'asset', name: face.file, source: face.source })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const assets = Object.values(bundle ?? {}).filter((file) => file.type === 'asset')
        const files = faces.flatMap(({ weight, file }) => {
          const asset = assets.find(({ names }) => names.includes(file))
          return asset ? [{ weight, href: `/${asset.fileName}` }] : []
        })
        return [
          ...files.map(({ href }) => ({
            tag: 'link',
            attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          })),
          { tag: 'style', attrs: { nonce: NONCE }, children: fontFaceCss(files), injectTo: 'head' as const },
        ]
      },
    },
  }
}

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt)$/
const LEAST_BYTES = 1024

/** Writes a .br and a .gz beside every text file, so the server never compresses the same bytes twice. */
function precompress(): Plugin {
  let folder = OUT
  return {
    name: 'okuru-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      for (const entry of entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))) {
        const path = join(entry.parentPath, entry.name)
        const source = await readFile(path)
        if (source.length < LEAST_BYTES) continue
        const [br, gz] = await Promise.all([
          promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
          promisify(gzip)(source, { level: 9 }),
        ])
        await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
      }
    },
  }
}

/** The component gallery exists only while developing. */
function gallery(): Plugin {
  return {
    name: 'okuru-gallery',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url?.startsWith('/__gallery'))
          request.url = request.url.replace('/__gallery', '/ui/gallery.html')
        next()
      })
    },
  }
}

const FIRST_PAGES = /[\\/]web[\\/](app|features[\\/]home)[\\/]/
const LEAN = '\0calls-only:'

/** What sending a call takes: where it goes and how, and the names of its query. The rest is its schemas. */
function withoutSchemas(call: AnyCall) {
  const { method, path, route, ok, query, idempotent, ignoresToken, texts } = call
  const names = Object.keys(query?.shape ?? {}).map((name) => [name, true])
  return {
    ...{ method, path, route, idempotent, ignoresToken, texts },
    ok: typeof ok === 'string' ? ok : undefined,
    query: query && { shape: Object.fromEntries(names) },
  }
}

/**
 * The frame and the first pages only send calls and read answers, so in the build they get the calls without
 * their schemas: those would bring the whole schema library to people who only look at the top page. Pages
 * that check what is typed, or read lists out of the address, live elsewhere and get the contract as it is.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'okuru-calls-without-schemas',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const name = /^#contract\/([\w-]+)$/.exec(source)?.[1]
      if (!name || !importer || !FIRST_PAGES.test(importer)) return null
      const path = join(ROOT, 'contract', `${name}.ts`)
      return readFileSync(path, 'utf8').includes("from './call.ts'") ? `${LEAN}${path}` : null
    },
    async load(id) {
      if (!id.startsWith(LEAN)) return null
      const module: Record<string, Record<string, AnyCall>> = await import(id.slice(LEAN.length))
      return Object.entries(module)
        .filter(([name]) => name.endsWith('Calls'))
        .map(([name, calls]) => {
          const lean = Object.entries(calls).map(([key, call]) => [key, withoutSchemas(call)])
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(lean))}`
        })
        .join('\n')
    },
  }
}

const api = process.env.OKURU_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: join(ROOT, 'web'),
  publicDir: join(ROOT, 'web/public'),
  cacheDir: join(ROOT, '.cache/vite'),
  plugins: [react(), storefrontFont(), callsWithoutSchemas(), gallery(), precompress()],
  html: { cspNonce: NONCE },
  server: { proxy: { '/api': api, '/openapi.json': api } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Small fonts and pictures as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // What every page needs changes seldom, so it keeps its name, and its place in caches, over releases.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            { name: 'style', test: /node_modules[\\/](@emotion|stylis)[\\/]/ },
          ],
        },
      },
    },
  },
})
