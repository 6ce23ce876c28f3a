import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { type Cloth, flawOf, garment, garmentDefs } from '../server/seed/garment.ts'
import {
  flawKinds,
  flawPicture,
  type GarmentShape,
  garmentPicture,
  garmentShapes,
} from '../web/ui/garment.tsx'

// The drawings as pictures: their filters would take a slow phone seconds to draw.

type Look = { surface: Parameters<typeof flawOf>[0]; cloth: Cloth }

const look = (surface: Look['surface'], fill: string, upper: string, deep: string, line: string): Look => ({
  surface,
  cloth: { fill, upper, deep, line },
})

const looks: Readonly<Record<GarmentShape, Look>> = {
  jacket: look('cloth', '#343d52', '#3f4a63', '#171d2b', '#93a2c6'),
  coat: look('cloth', '#bd9d73', '#c9aa80', '#6b5232', '#8a6c43'),
  knit: look('cloth', '#d3c4ac', '#d9cbb5', '#8a7a5f', '#8a7a5f'),
  shirt: look('cloth', '#a9bcd6', '#b4c6de', '#5c7396', '#6f86a8'),
  dress: look('cloth', '#7b8a80', '#74837a', '#3c4a41', '#4b5a51'),
  bottoms: look('cloth', '#2f3d5c', '#374768', '#151d31', '#7c8bab'),
  bag: look('leather', '#9c6a3f', '#aa774a', '#6b4526', '#6b4526'),
  wallet: look('leather', '#5c2f2b', '#6a3833', '#351714', '#b58a80'),
  shoes: look('leather', '#56362a', '#6a4636', '#2b1812', '#c9a27e'),
  watch: look('metal', '#4a3a30', '#4a3a30', '#3b2e26', '#888888'),
  ring: look('metal', '#888888', '#888888', '#888888', '#888888'),
}

const sheet = (tall: number, size: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 ${tall}" width="${size}" height="${(size * tall) / 200}"><defs>${garmentDefs}</defs><rect width="200" height="${tall}" fill="url(#ground)"/>${content}</svg>`

function drawings(): Map<string, string> {
  const all = new Map<string, string>()
  for (const shape of garmentShapes) {
    const { surface, cloth } = looks[shape]
    all.set(garmentPicture(shape), sheet(220, 480, garment(shape, cloth)))
    for (const kind of flawKinds)
      all.set(flawPicture(shape, kind), sheet(200, 240, flawOf(surface, kind, cloth)))
  }
  return all
}

/** Shown where a page is shared. */
function shareDrawing(): string {
  const shown: readonly GarmentShape[] = ['jacket', 'bag', 'dress', 'shoes']
  const articles = shown
    .map(
      (shape, place) =>
        `<g transform="translate(${place * 142 + 6} 70)  scale(.7)">${garment(shape, looks[shape].cloth)}</g>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 304" width="1200" height="630"><defs>${garmentDefs}</defs><rect width="580" height="304" fill="url(#ground)"/>${articles}</svg>`
}

const CACHE = '.cache/garments'

async function pictureOf(root: string, svg: string, format: 'webp' | 'jpeg' = 'webp'): Promise<Buffer> {
  const file = join(root, CACHE, `${createHash('sha256').update(svg).digest('hex').slice(0, 24)}.${format}`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const picture = await sharp(Buffer.from(svg)).toFormat(format, { quality: 78 }).toBuffer()
  await mkdir(join(root, CACHE), { recursive: true })
  await writeFile(file, picture)
  return picture
}

export function garmentPictures(root: string): Plugin {
  return {
    name: 'okuru-garment-pictures',
    async generateBundle() {
      const source = await pictureOf(root, shareDrawing(), 'jpeg')
      this.emitFile({ type: 'asset', fileName: 'garments/share.jpg', source })
      for (const [path, svg] of drawings())
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: await pictureOf(root, svg) })
    },
    configureServer(server) {
      const all = drawings()
      server.middlewares.use((request, response, next) => {
        const svg = all.get(request.url ?? '')
        if (!svg) return next()
        pictureOf(root, svg).then((picture) => {
          response.setHeader('content-type', 'image/webp')
          response.end(picture)
        }, next)
      })
    },
  }
}
