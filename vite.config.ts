import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

const api = process.env.OKURU_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: join(ROOT, 'web'),
  publicDir: join(ROOT, 'web/public'),
  cacheDir: join(ROOT, '.cache/vite'),
  plugins: [react(), storefrontFont(), gallery(), precompress()],
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
