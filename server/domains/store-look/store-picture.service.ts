import { createHash } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import type { BusinessActor } from '#server/platform/actor'
import { daysBefore } from '#server/platform/calendar'
import { type Db, inTransaction, type Tx } from '#server/platform/db'
import { dropTemporary } from '#server/platform/files'
import { reencodeImage } from '#server/platform/image'
import { invalidField, refuse } from '#server/platform/refusal'
import type { Upload } from '#server/platform/upload'
import { deleteUnused, type PictureRow, pictureRow, putPicture, touchPicture } from './store-look.queries.ts'
import type { DrawnPictures, PictureLink, VersionColumns } from './store-look.rules.ts'

const folder = '/store-pictures/'
const maxBytes = 5 * 1024 * 1024
const leastEdge = 48
/** Three times the size of the bar's logo, for sharp screens. */
const logoBox = { width: 720, height: 96 }
const symbolEdge = 512

const linkOf = ({ name, width, height }: Pick<PictureRow, 'name' | 'width' | 'height'>): PictureLink => ({
  url: `${folder}${name}`,
  width,
  height,
})
const nameIn = (url: string): string | undefined =>
  url.startsWith(folder) ? url.slice(folder.length) : undefined

const types = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg' } as const

function rowOf(
  kind: PictureRow['kind'],
  type: keyof typeof types,
  { data, info }: { data: Buffer; info: { width: number; height: number } },
): PictureRow {
  // With the kind: one small picture may be uploaded as logo and as symbol.
  const hash = createHash('sha256').update(kind).update(data).digest('hex').slice(0, 32)
  const { width, height } = info
  return { name: `${hash}.${type}`, kind, content_type: types[type], width, height, bytes: data }
}

const refusedTypes = {
  file_type:
    'PNG・WebP・JPEG の画像をお選びください。SVG は、背景の透明な PNG に書き出してからお選びください。',
  file_heic: 'HEIC の写真は使えません。背景の透明な PNG をお選びください。',
  file_too_large: '画像が大きすぎます。5MBまで、5,000万画素までの画像をお選びください。',
}

/** Without its margin and metadata, in the size that pages need. */
async function redraw(file: string, use: 'logo' | 'symbol') {
  const clean = await reencodeImage(file, { maxEdge: 2000, lossless: true, maxBytes })
  if ('refused' in clean) throw refuse(clean.refused, { message: refusedTypes[clean.refused] })
  const whole = sharp(clean.bytes).ensureAlpha()
  const { channels } = await whole.stats()
  if (channels[3]?.max === 0) throw invalidField('file', 'この画像には、何も描かれていません。')
  const cut = await whole.trim().toBuffer({ resolveWithObject: true })
  if (Math.max(cut.info.width, cut.info.height) < leastEdge)
    throw invalidField('file', `画像が小さすぎます。長い辺が${leastEdge}ピクセル以上の画像をお選びください。`)
  const box = use === 'logo' ? logoBox : { width: symbolEdge, height: symbolEdge }
  return sharp(cut.data)
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ lossless: true })
    .toBuffer({ resolveWithObject: true })
}

/** The average of what is drawn, weighted by how opaque it is. */
async function inkOf(bytes: Buffer): Promise<{ ink: string; is_opaque: boolean }> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let weight = 0
  let clear = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const alpha = data[at + 3] ?? 0
    if (alpha < 250) clear += 1
    weight += alpha
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha
  }
  const hex = sums.map((sum) =>
    Math.round(sum / Math.max(weight, 1))
      .toString(16)
      .padStart(2, '0'),
  )
  return { ink: `#${hex.join('')}`, is_opaque: clear < (info.width * info.height) / 100 }
}

export async function uploadPicture(db: Db, actor: BusinessActor, read: () => Promise<Upload>) {
  if (!actor.is_admin) throw refuse('permission_denied')
  const { path: file, fields } = await read()
  try {
    const use = fields.use
    if (use !== 'logo' && use !== 'symbol') throw invalidField('use', 'logo か symbol を指定してください。')
    const picture = rowOf(use, 'webp', await redraw(file, use))
    await inTransaction(db, (tx) => putPicture(tx, picture, actor.at.toISOString()))
    return { ...linkOf(picture), ...(await inkOf(picture.bytes)) }
  } finally {
    await dropTemporary(file)
  }
}

export const readPicture = (db: Db, name: string) => pictureRow(db, name)

const shippedFolder = path.join(import.meta.dirname, '../../../web/public')
const shipped = /^\/logos\/(default|aoyama|umeda|sakae)\.svg$/

/** The pictures that a look names, as links; those it had before may stay. */
export async function namedPictures(
  tx: Tx,
  input: { logo: string; symbol: string },
  before: Pick<VersionColumns, 'logo' | 'symbol'> | undefined,
  at: Date,
): Promise<Pick<VersionColumns, 'logo' | 'symbol'>> {
  const named = async (field: 'logo' | 'symbol'): Promise<PictureLink | null> => {
    const url = input[field]
    if (url === '') return null
    if (before?.[field]?.url === url && shipped.test(url)) return before[field]
    const name = nameIn(url)
    const row = name === undefined ? undefined : await pictureRow(tx, name)
    if (!row || row.kind !== field)
      throw invalidField(field, 'この画像はもうありません。もう一度お選びください。')
    await touchPicture(tx, row.name, at.toISOString())
    return linkOf(row)
  }
  return { logo: await named('logo'), symbol: await named('symbol') }
}

async function sourceOf(tx: Tx, link: PictureLink): Promise<Buffer | undefined> {
  if (shipped.test(link.url))
    return sharp(path.join(shippedFolder, link.url), { density: 400 }).png().toBuffer()
  const name = nameIn(link.url)
  return name === undefined ? undefined : (await pictureRow(tx, name))?.bytes
}

interface Look extends Pick<VersionColumns, 'logo' | 'symbol' | 'brand' | 'accent'> {}

/** Icons and the picture of shared links. Without any picture there are none, and the common ones are used. */
export async function drawPictures(tx: Tx, look: Look, at: Date): Promise<DrawnPictures | null> {
  const main = look.symbol ?? look.logo
  const source = main && (await sourceOf(tx, main))
  const logo = look.logo ? await sourceOf(tx, look.logo) : undefined
  if (!source) return null
  const keep = async (type: 'png' | 'jpg', drawn: Parameters<typeof rowOf>[2]): Promise<PictureLink> => {
    const row = rowOf('drawn', type, drawn)
    await putPicture(tx, row, at.toISOString())
    return linkOf(row)
  }
  const icon = async (edge: number) => keep('png', await onGround(source, look.brand, edge))
  return {
    icon: await icon(192),
    icon_large: await icon(512),
    touch: await icon(180),
    share: await keep('jpg', await sharePicture(logo ?? source, look)),
  }
}

const named = { resolveWithObject: true } as const

const inside = (source: Buffer, width: number, height: number): Promise<Buffer> =>
  sharp(source).resize({ width, height, fit: 'inside' }).png().toBuffer()

/** Within the middle four fifths, which every system leaves of an icon. */
async function onGround(source: Buffer, background: string, edge: number) {
  const part = Math.round(edge * 0.72)
  return sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .composite([{ input: await inside(source, part, part) }])
    .png()
    .toBuffer(named)
}

const share = { width: 1200, height: 630, line: 18 }

async function sharePicture(source: Buffer, { brand, accent }: Look) {
  const { width, height, line } = share
  const stripe = { create: { width, height: line, channels: 3 as const, background: accent } }
  return sharp({ create: { width, height, channels: 3, background: brand } })
    .composite([{ input: await inside(source, 640, 240) }, { input: stripe, top: height - line, left: 0 }])
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer(named)
}

/** Uploads that no saved version names, and drawings of versions that were never committed. */
export const deleteUnusedPictures = (tx: Tx, at: Date): Promise<void> =>
  deleteUnused(tx, daysBefore(at, 1).toISOString())
