import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import type { AnyCall } from './contract/call.ts'
import { type SubsetFace, subsetStorefrontFont } from './scripts/font-subset.ts'
import { garmentPictures } from './scripts/garment-pictures.ts'
import { hiddenMaps } from './scripts/hidden-maps.ts'
import { releaseMark, releaseWorkers } from './scripts/release-workers.ts'
import { storeIcons } from './scripts/store-icons.ts'
import {
  type FirstPage,
  firstPaintCss,
  firstPaintHtml,
  firstPaintScript,
  topPage,
} from './web/app/first-paint.ts'
import { fontFaceCss } from './web/app/fonts/font-faces.ts'
import { promise } from './web/features/home/shared/promise.ts'

const ROOT = import.meta.dirname
const OUT = join(ROOT, 'dist/web')
/** The server replaces it with a fresh value in every page it sends. */
const NONCE = '__CSP_NONCE__'

/**
 * Cuts the storefront's font, and writes its rules into the page.
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

/** The libraries of every page. */
const FRAMEWORK_MODULES =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack|@emotion|stylis|@mui[\\/](styled-engine|system[\\/]ThemeProvider|material[\\/](styles|GlobalStyles)))[\\/]/
/** The program, the top page and the sign-in page: each in one file, because every further file costs a trip. */
const PROGRAM =
  /web[\\/](index\.html|ui[\\/](link-button|page|error-panel|skeletons|empty|field|notice|text-button|status-chip)\.tsx|features[\\/]company[\\/]shared[\\/]shop-card\.tsx)$/
/** Past deals, also on the pages of brands and shops. */
const PRICES = /web[\\/](features[\\/]price-guide[\\/]shared[\\/]past-deals|ui[\\/]price-range)\.tsx$/
/** Small parts of the result page that few other pages have. */
const PARTS =
  /(web[\\/](ui[\\/](hidden-tabs|marked-photo|photo-frame|use-attention|definition-list|keyboard)|lib[\\/]draft|features[\\/](purchase-request[\\/]shared[\\/]deal-sum|assessment[\\/]shared[\\/]photo-gallery|identity[\\/]shared[\\/]identity-way))|contract[\\/](price|deal-blocker))\.tsx?$|@mui[\\/](system|material)[\\/]useMediaQuery[\\/]/
const TOP = /web[\\/]features[\\/]home[\\/]top\.page\.tsx$/
const FORM = /web[\\/]features[\\/]account[\\/]login\.page\.tsx$/

/** The program in the document, then what it needs. */
const CODE_TAG =
  /\s*<(?:script type="module"[^>]* src="([^"]+)"[^>]*><\/script>|link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>)/g

const STORE_FONT = /noto-sans-jp-[47]00-[\w-]+\.woff2$/

/** What runs without anything of ours having run before. */
const LIBRARY = /\/framework-[^/]*\.js$/

const PAGE_LINE = /'(\/[^']*)': (?:open|own)\(\(\) => import\('#web\/([^']+)'\)\)/g

/** Requested beside the frame's code, not after it: a visit may begin on any page of the storefront. */
const pageFiles = (): [path: string, page: string][] =>
  [...readFileSync(join(ROOT, 'web/app/pages.ts'), 'utf8').matchAll(PAGE_LINE)].map(
    ([, path = '', page = '']) => [path, page],
  )

/** A page that depends on what a link carries: only its code is asked for early. */
const codeOnly = (path: string): FirstPage => ({ path, html: '', css: '', own: false, waits: false })

/** Builds the pages for Node: for their documents, and for the thread of the server that draws them on request. */
async function drawnPages(): Promise<readonly FirstPage[]> {
  const outDir = join(ROOT, 'dist/drawing')
  const input = ['drawn-pages', 'drawing.thread'].map((name) => join(ROOT, `web/app/${name}.ts`))
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ssr: true, outDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  const { drawnPages }: { drawnPages: readonly FirstPage[] } = await import(
    pathToFileURL(join(outDir, 'drawn-pages.js')).href
  )
  return drawnPages
}

/** The files of a page, those it needs included, except what the document asks for already. */
function filesOfPage(page: string, chunks: readonly Rolldown.OutputChunk[], html: string): string[] {
  const wanted = new Set<string>()
  const want = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || wanted.has(chunk.fileName) || html.includes(chunk.fileName)) return
    wanted.add(chunk.fileName)
    for (const file of chunk.imports) want(chunks.find(({ fileName }) => fileName === file))
  }
  want(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(page))))
  return [...wanted].map((fileName) => `/${fileName}`)
}

/**
 * The bar and the first words are part of the document, so that there is something to read while the code comes.
 * The code therefore waits for them, and not they for the code: it is asked for by their script.
 */
function firstPaint(): Plugin {
  return {
    name: 'okuru-first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const html = String(page.source)
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const [file, ...needs] = [...html.matchAll(CODE_TAG)].flatMap(
          ([, program, need]) => program ?? need ?? [],
        )
        if (!file) throw new Error('The document asks for no code')
        const pages = pageFiles().map(([path, page]) => ({ path, files: filesOfPage(page, chunks, html) }))
        if (pages.every(({ files }) => files.length === 0)) throw new Error('No page has code of its own')
        const fonts = Object.values(bundle).flatMap(({ fileName }) =>
          STORE_FONT.test(fileName) ? [`/${fileName}`] : [],
        )
        const libraries = needs.filter((need) => LIBRARY.test(need))
        const entry = { file, needs, libraries }
        const source = firstPaintScript({ entry, fonts })
        const release = createHash('sha256').update(source).digest('hex').slice(0, 12)
        const script = `<script ${releaseMark(release)}>${source}</script>`
        const documentOf = (first: FirstPage, files: readonly string[]) =>
          html
            .replaceAll(CODE_TAG, '')
            .replace('</head>', () => `<style nonce="${NONCE}">${firstPaintCss}</style></head>`)
            .replace(
              '<div id="root">',
              () => `${firstPaintHtml(first, files, NONCE)}${script}<div id="root">`,
            )
        const drawn = await drawnPages()
        const lost = drawn.find(({ path }) => !pages.some((page) => page.path === path))
        if (lost) throw new Error(`No code is known for ${lost.path}`)
        for (const { path, files } of pages) {
          if (path === '/') page.source = documentOf(topPage(promise), files)
          else
            this.emitFile({
              type: 'asset',
              fileName: `documents${path}.html`,
              source: documentOf(drawn.find((first) => first.path === path) ?? codeOnly(path), files),
            })
        }
      },
    },
  }
}

const FIRST_PAGES =
  /[\\/]web[\\/](app|features[\\/](home|account[\\/]shared[\\/]provider-|company[\\/]shared[\\/]use-(store|operator)\.|company[\\/](shops?\.page|favorite-button)|catalogue[\\/]brand|price-guide[\\/]shared|identity[\\/]shared[\\/]identity-way\.|assessment[\\/](result\.page|deciding|use-answer|item-questions)\.))/
const LEAN = '\0calls-only:'

/** What sending a call takes: where it goes and how, and the names of its query. The rest is its schemas. */
function withoutSchemas(call: AnyCall) {
  const { method, path, route, ok, query, reads, changes, idempotent, ignoresToken, texts } = call
  const names = Object.keys(query?.shape ?? {}).map((name) => [name, true])
  return {
    ...{ method, path, route, reads, changes, idempotent, ignoresToken, texts },
    ok: typeof ok === 'string' ? ok : undefined,
    query: query && { shape: Object.fromEntries(names) },
  }
}

/**
 * The frame, the first pages and the result only send calls and read answers, so in the build they get the calls
 * without their schemas (and plain numbers): those would bring the whole schema library to people who only look. Pages
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
      const module: Record<string, Record<string, AnyCall> | number> = await import(id.slice(LEAN.length))
      return Object.entries(module)
        .flatMap(([name, value]) => {
          if (typeof value === 'number') return `export const ${name} = ${value}`
          if (!name.endsWith('Calls')) return []
          const lean = Object.entries(value).map(([key, call]) => [key, withoutSchemas(call)])
          return `export const ${name} = ${JSON.stringify(Object.fromEntries(lean))}`
        })
        .join('\n')
    },
  }
}

/** MUI's theme with CSS variables, of which the program uses none: 5 kB of every first load. */
function withoutThemeVariables(): Plugin {
  const STUB = '\0theme-with-variables'
  return {
    name: 'okuru-without-theme-variables',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source === './createThemeWithVars.mjs' && importer?.includes('@mui/material') ? STUB : null,
    load: (id) =>
      id === STUB ? "export default () => { throw new Error('Themes here have no CSS variables') }" : null,
  }
}

export default defineConfig({
  root: join(ROOT, 'web'),
  publicDir: join(ROOT, 'web/public'),
  cacheDir: join(ROOT, '.cache/vite'),
  plugins: [
    react(),
    storefrontFont(),
    callsWithoutSchemas(),
    withoutThemeVariables(),
    firstPaint(),
    garmentPictures(ROOT),
    storeIcons(ROOT),
    releaseWorkers(ROOT),
    hiddenMaps(OUT, join(ROOT, 'dist/maps')),
    precompress(),
  ],
  html: { cspNonce: NONCE },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    // Small fonts and pictures as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Who starts the server can do nothing about what a build takes.
      checks: { bundlerTimings: false },
      treeshake: {
        // Emotion loads these two for helpers that nothing here calls, and they do not say that they only define.
        moduleSideEffects: [
          { test: /node_modules[\\/](hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
        ],
      },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        // What every page needs changes seldom, so it keeps its name, and its place in caches, over releases.
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK_MODULES },
            { name: 'program', test: PROGRAM },
            { name: 'prices', test: PRICES },
            { name: 'top', test: TOP },
            { name: 'form', test: FORM },
            { name: 'parts', test: PARTS },
          ],
        },
      },
    },
  },
})
