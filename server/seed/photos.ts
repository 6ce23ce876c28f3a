import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Db } from '#server/platform/db'
import type { Tools } from '#server/platform/tools'
import { closedBox, closeUp, colorsOf, drawing, height, openedBox, surfaceOf, width } from './drawing.ts'
import type { Color, Shape } from './goods.ts'

interface Sheet {
  name: string
  svg: string
}

const colorNames: Record<Color, string> = {
  黒: 'black',
  紺: 'navy',
  白: 'white',
  ベージュ: 'beige',
  グレー: 'grey',
  茶: 'brown',
  カーキ: 'khaki',
  赤: 'red',
  青: 'blue',
  緑: 'green',
}
const boxes = 4
const parcels = 2

const wholeName = (shape: Shape, color: Color) => `${shape}-${colorNames[color]}`
const nearName = (shape: Shape, color: Color, isFlaw: boolean) =>
  `${surfaceOf(shape)}-${colorNames[color]}-${isFlaw ? 'flaw' : 'near'}`

function sheets(): Sheet[] {
  const found = new Map<string, string>()
  for (const [shape, colors] of Object.entries(colorsOf) as [Shape, readonly Color[]][]) {
    for (const color of colors) {
      found.set(wholeName(shape, color), drawing(shape, color))
      for (const isFlaw of [true, false]) {
        found.set(nearName(shape, color, isFlaw), closeUp(surfaceOf(shape), color, isFlaw ? 'flaw' : null))
      }
    }
  }
  for (let variant = 0; variant < boxes; variant++) found.set(`box-${variant}`, openedBox(variant))
  for (let variant = 0; variant < parcels; variant++) found.set(`parcel-${variant}`, closedBox(variant))
  return [...found].map(([name, svg]) => ({ name, svg }))
}

interface Drawn {
  name: string
  bytes: Buffer
  thumbnail: Buffer
}

async function draw({ name, svg }: Sheet): Promise<Drawn> {
  const bytes = await sharp(Buffer.from(svg)).webp({ quality: 80, effort: 2 }).toBuffer()
  const thumbnail = await sharp(bytes)
    .resize({ width: 384, height: 480, fit: 'inside' })
    .webp({ quality: 78, effort: 2 })
    .toBuffer()
  return { name, bytes, thumbnail }
}

export async function drawPhotos(tools: Pick<Tools, 'files'>, only?: readonly string[]): Promise<Drawn[]> {
  const waiting = sheets().filter(({ name }) => !only || only.includes(name))
  const drawn: Drawn[] = []
  const work = async () => {
    for (let sheet = waiting.shift(); sheet; sheet = waiting.shift()) {
      const one = await draw(sheet)
      await tools.files.put(keyOf(one.name), one.bytes, 'image/webp')
      await tools.files.put(thumbnailKeyOf(one.name), one.thumbnail, 'image/webp')
      drawn.push(one)
    }
  }
  await Promise.all([work(), work()])
  return drawn
}

const keyOf = (name: string) => `demo/${name}.webp`
const thumbnailKeyOf = (name: string) => `demo/${name}-s.webp`

export interface PhotoShelf {
  whole(shape: Shape, color: Color): number
  near(shape: Shape, color: Color): number
  flaw(shape: Shape, color: Color): number
  box(variant: number): number
  /** Each once. */
  parcel(variant: number): number
}

export async function shelvePhotos(db: Db, drawn: readonly Drawn[], at: Date): Promise<PhotoShelf> {
  const rows = await db
    .insertInto('stored_file')
    .values(
      drawn.map(({ name, bytes }) => ({
        key: keyOf(name),
        thumbnail_key: thumbnailKeyOf(name),
        content_type: 'image/webp',
        width,
        height,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        created_at: at.toISOString(),
      })),
    )
    .returning(['id', 'key'])
    .execute()
  const ids = new Map(rows.map((row) => [row.key, row.id]))
  const idOf = (name: string): number => {
    const id = ids.get(keyOf(name))
    if (id === undefined) throw new Error(`no picture ${name}`)
    return id
  }
  return {
    whole: (shape, color) => idOf(wholeName(shape, color)),
    near: (shape, color) => idOf(nearName(shape, color, false)),
    flaw: (shape, color) => idOf(nearName(shape, color, true)),
    box: (variant) => idOf(`box-${variant % boxes}`),
    parcel: (variant) => idOf(`parcel-${variant}`),
  }
}
