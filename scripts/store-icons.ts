import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { storeLooks } from '../contract/store-look.ts'

// The icons of installed stores: its mark or its name on its colour, within the circle that every system leaves.

const sizes = [192, 512]
const MARK = { file: 'favicon.svg', share: 0.62 }
const nameOf = (key: string) => ({ file: `logos/${key}.svg`, share: 0.72 })

async function iconOf(root: string, key: keyof typeof storeLooks, size: number): Promise<Buffer> {
  const { file, share } = key === 'default' ? MARK : nameOf(key)
  const svg = await readFile(join(root, 'web/public', file))
  // At a density that draws it in its final size, not enlarged.
  const drawing = await sharp(svg, { density: 72 * 8 })
    .resize({ width: Math.round(size * share) })
    .png()
    .toBuffer()
  const create = { width: size, height: size, channels: 3 as const, background: storeLooks[key].brand }
  return sharp({ create })
    .composite([{ input: drawing }])
    .png({ palette: true })
    .toBuffer()
}

export function storeIcons(root: string): Plugin {
  return {
    name: 'okuru-store-icons',
    apply: 'build',
    async generateBundle() {
      for (const key of Object.keys(storeLooks) as (keyof typeof storeLooks)[])
        for (const size of sizes)
          this.emitFile({
            type: 'asset',
            fileName: `icons/${key}-${size}.png`,
            source: await iconOf(root, key, size),
          })
    },
  }
}
