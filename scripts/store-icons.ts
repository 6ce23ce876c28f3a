import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

// The icons of the stores that come with the site, until a logo is saved for them: the mark or the name on the colour,
// within the circle that every system leaves.

const NEAR_BLACK = '#17181a'
const stores = { default: '#10203f', aoyama: NEAR_BLACK, umeda: NEAR_BLACK, sakae: NEAR_BLACK } as const

const sizes = [192, 512]
const MARK = { file: 'favicon.svg', share: 0.62 }
const nameOf = (key: string) => ({ file: `logos/${key}.svg`, share: 0.72 })

async function iconOf(root: string, key: keyof typeof stores, size: number): Promise<Buffer> {
  const { file, share } = key === 'default' ? MARK : nameOf(key)
  const svg = await readFile(join(root, 'web/public', file))
  // At a density that draws it in its final size, not enlarged.
  const drawing = await sharp(svg, { density: 72 * 8 })
    .resize({ width: Math.round(size * share) })
    .png()
    .toBuffer()
  const create = { width: size, height: size, channels: 3 as const, background: stores[key] }
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
      for (const key of Object.keys(stores) as (keyof typeof stores)[])
        for (const size of sizes)
          this.emitFile({
            type: 'asset',
            fileName: `icons/${key}-${size}.png`,
            source: await iconOf(root, key, size),
          })
    },
  }
}
