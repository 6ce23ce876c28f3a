import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const SOURCE = 'web/app/release-worker.ts'

/** On the script of every document: it names the files of the program, so each release has another one. */
export const releaseMark = (release: string): string => `data-release="${release}"`
const RELEASE_MARK = new RegExp(releaseMark('\\w+'))

const STOREFRONT_PAGE = /[\\/]web[\\/]features[\\/](?!.*[\\/]biz[\\/]).*\.page\.tsx$/
/** What the storefront shows without a connection (web/app/storefront-shell.tsx). */
const WITHOUT_CONNECTION =
  /[\\/]web[\\/](app[\\/](offline-page|store-updates)|features[\\/](home[\\/]help|terms[\\/]privacy)\.page)\.tsx$/
const PICTURES = [
  'favicon.svg',
  'logos/aoyama.svg',
  'logos/default.svg',
  'logos/sakae.svg',
  'logos/umeda.svg',
]

interface Side {
  file: string
  prefix: string
  shell: string
  pages: string
  others: string
  /** Whether the worker has what is loaded on demand from the start. */
  wants: (facade: string | null) => boolean
}

const sides: readonly Side[] = [
  {
    file: 'biz/worker.js',
    prefix: 'office-',
    shell: '/biz',
    pages: '^/biz(/|$)',
    others: '^$',
    wants: (facade) => !STOREFRONT_PAGE.test(facade ?? ''),
  },
  {
    // Telephones pay for what they load: only what every page needs and what works without a connection.
    file: 'worker.js',
    prefix: 'store-',
    shell: '/',
    pages: '^/',
    others: '^/(api|files|dev|docs|biz)(/|$)|\\.\\w+$',
    wants: (facade) => WITHOUT_CONNECTION.test(facade ?? ''),
  },
]

function filesFor({ wants }: Side, bundle: Rolldown.OutputBundle): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const wanted = new Set<string>()
  const want = (name: string, isDynamic = false): void => {
    const chunk = chunks.get(name)
    if (!chunk || wanted.has(name)) return
    if (isDynamic && !wants(chunk.facadeModuleId)) return
    wanted.add(name)
    for (const next of chunk.imports) want(next)
    for (const next of chunk.dynamicImports) want(next, true)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) want(chunk.fileName)
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  return [...wanted, ...styles].toSorted()
}

export function releaseWorkers(root: string): Plugin {
  return {
    name: 'okuru-release-workers',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { code } = await transformWithOxc(readFileSync(join(root, SOURCE), 'utf8'), SOURCE)
        const page = bundle['index.html']
        const [mark] = (page?.type === 'asset' && RELEASE_MARK.exec(String(page.source))) || []
        if (!mark) throw new Error('The document does not identify its release')
        for (const side of sides) {
          const files = filesFor(side, bundle).map((name) => `/${name}`)
          const { prefix, shell, pages, others } = side
          const pictures = PICTURES.map((name) => `/${name}`)
          const release = { prefix, shell, pages, others, files: [...files, ...pictures], mark }
          const version = createHash('sha256')
            .update(JSON.stringify(release))
            .update(code)
            .digest('hex')
            .slice(0, 12)
          this.emitFile({
            type: 'asset',
            fileName: side.file,
            source: `const __RELEASE__=${JSON.stringify({ version, ...release })};\n${code}`,
          })
        }
      },
    },
  }
}
