import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './data.ts'

export async function buildPages(): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error('the pages could not be built')
}
