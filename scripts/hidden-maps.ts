import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Moves the source maps out of what the server sends: they have the sources in them. `source-maps upload` sends them to
 * whoever receives the errors (server/source-maps.ts).
 */
export function hiddenMaps(web: string, maps: string): Plugin {
  return {
    name: 'okuru-hidden-maps',
    apply: 'build',
    config: () => ({ build: { sourcemap: 'hidden' } }),
    async writeBundle() {
      await rm(maps, { recursive: true, force: true })
      for (const name of await readdir(web, { recursive: true })) {
        if (!name.endsWith('.map')) continue
        await mkdir(dirname(join(maps, name)), { recursive: true })
        await rename(join(web, name), join(maps, name))
      }
    },
  }
}
