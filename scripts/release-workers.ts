import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, type Rolldown, transformWithOxc } from 'vite'

const SOURCE = 'web/app/office-worker.ts'
const FIRST_PAINT = /^assets\/first-paint-[\w-]+\.js$/
/** Files that only these pages load are left out. */
const STOREFRONT_PAGE = /[\\/]web[\\/]features[\\/](?!.*[\\/]biz[\\/]).*\.page\.tsx$/
const PICTURES = [
  'favicon.svg',
  'logos/aoyama.svg',
  'logos/default.svg',
  'logos/sakae.svg',
  'logos/umeda.svg',
]

function officeFiles(bundle: Rolldown.OutputBundle): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const wanted = new Set<string>()
  const want = (name: string): void => {
    const chunk = chunks.get(name)
    if (!chunk || wanted.has(name)) return
    if (chunk.facadeModuleId && STOREFRONT_PAGE.test(chunk.facadeModuleId)) return
    wanted.add(name)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) want(next)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) want(chunk.fileName)
  const besides = Object.keys(bundle).filter((name) => name.endsWith('.css') || FIRST_PAINT.test(name))
  return [...wanted, ...besides].toSorted()
}

export function officeWorker(root: string): Plugin {
  return {
    name: 'okuru-office-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = officeFiles(bundle).map((name) => `/${name}`)
        const mark = files.find((name) => FIRST_PAINT.test(name.slice(1)))
        if (!mark) throw new Error('The document has no first-paint marker to identify its release')
        const release = { files: [...files, ...PICTURES.map((name) => `/${name}`)], mark }
        const { code } = await transformWithOxc(readFileSync(join(root, SOURCE), 'utf8'), SOURCE)
        const version = createHash('sha256')
          .update(JSON.stringify(release))
          .update(code)
          .digest('hex')
          .slice(0, 12)
        this.emitFile({
          type: 'asset',
          fileName: 'biz/worker.js',
          source: `const __RELEASE__=${JSON.stringify({ version, ...release })};\n${code}`,
        })
      },
    },
  }
}
