import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'
import {
  causeOf,
  hashOf,
  main,
  pinnedNode,
  readText,
  root,
  run,
  toolEnvironment,
  UserError,
} from './tools.mjs'

const inputs = [
  'web',
  'contract',
  'scripts/font-subset.ts',
  'scripts/hidden-maps.ts',
  'scripts/release-workers.ts',
  'scripts/store-icons.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

export async function buildWeb() {
  const stamp = path.join(root, 'dist', 'web.stamp')
  const hash = hashOf(inputs)
  if (readText(stamp) === hash) return
  console.log('画面を組み立てています… / Building the web pages…')
  fs.rmSync(stamp, { force: true })
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { code, output } = await run(pinnedNode(), [vite, 'build', '--logLevel', 'warn'], {
    env: toolEnvironment({ NODE_ENV: 'production' }),
  })
  if (code !== 0) {
    throw new UserError(
      causeOf(output) ??
        '画面を組み立てられませんでした。上の表示を確かめてください。 / The web pages could not be built. See above.',
    )
  }
  fs.writeFileSync(stamp, hash)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    await ensureInstalled()
    await buildWeb()
  })
}
