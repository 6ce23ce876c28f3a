import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import sharp from 'sharp'
import { itemStatus } from '#contract/lifecycle'
import { alikeRows } from '#server/domains/analysis/look-alike.queries'
import { within } from '#server/domains/analysis/look-alike.service'
import type { BusinessActor } from '#server/platform/actor'
import { type Db, makeDb, makePool } from '#server/platform/db'
import { codeEdge, type PictureCode, pictureCode, tokensOf } from '#server/platform/picture-code'
import { smallPicture } from '#server/platform/small-picture'
import { colorsOf, drawing } from '#server/seed/drawing'
import type { Color, Shape } from '#server/seed/goods'
import { type Dice, dice } from '#server/seed/random'
import type { Data } from './data.ts'
import { figure, note } from './figures.ts'
import { percentile } from './load.ts'

const articles = 1_000_000
/** Others look as different as drawn articles do from each other: a quarter of the bits. */
const kinds = 400
const company = 1
const photosAgain = 4
const schema = 'bench_alike'

const tables = `
  drop schema if exists ${schema} cascade;
  create schema ${schema};
  create unlogged table ${schema}.analysis_picture (photo_id bigint, company_id bigint, item_id bigint, code bit(256), tokens int[]);
  create unlogged table ${schema}.purchase_item as select g as id, 'item' || g as slug, '' as name, null::bigint as brand_id,
    null::bigint as category_id, 'A_1' as grade, 9000::bigint as price, null::timestamptz as purchased_at,
    ${itemStatus.ASSESSED}::smallint as status, ${company}::bigint as company_id, 1::bigint as shop_id from generate_series(1, ${articles}) g;
  create unlogged table ${schema}.item_photo as select id, id as file_id from ${schema}.purchase_item;
  create unlogged table ${schema}.stored_file as select id, 'a.webp' as key, '' as thumbnail_key from ${schema}.purchase_item;
  create unique index on ${schema}.purchase_item (id);
  create unique index on ${schema}.item_photo (id);
  create unique index on ${schema}.stored_file (id);`

const random32 = (dies: Dice): number => (dies.next() * 4_294_967_296) >>> 0

function codeLike(kind: Uint32Array, dies: Dice): string {
  let code = ''
  for (const word of kind) {
    const changed = (word ^ (random32(dies) & random32(dies) & random32(dies))) >>> 0
    code += changed.toString(2).padStart(32, '0')
  }
  return code
}

/** Takes the connection's time only: rows are made as fast as they are stored. */
async function fill(client: pg.Client, drawn: readonly PictureCode[]): Promise<void> {
  const dies = dice(17)
  const all = Array.from({ length: kinds }, () => Uint32Array.from({ length: 8 }, () => random32(dies)))
  const into = client.query(copyFrom(`copy ${schema}.analysis_picture from stdin`))
  for (let id = 1; id <= articles; id += 1) {
    const code = drawn[id - 1]?.code ?? codeLike(dies.pick(all), dies)
    const line = `${id}\t${company}\t${id}\t${code}\t{${tokensOf(code, company).join(',')}}\n`
    if (!into.write(line)) await once(into, 'drain')
  }
  into.end()
  await finished(into)
  await client.query(`create index on ${schema}.analysis_picture using gin (tokens)`)
  for (const table of ['analysis_picture', 'purchase_item', 'item_photo', 'stored_file'])
    await client.query(`vacuum analyze ${schema}.${table}`)
}

const codeOf = async (picture: Buffer): Promise<PictureCode> =>
  pictureCode(await smallPicture(picture, codeEdge, codeEdge), company)

/** The same article again: up to a twentieth cut off each side, up to a fifth brighter or darker. */
async function again(picture: Buffer, dies: Dice): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(picture).metadata()
  const cut = (edge: number) => Math.round(dies.next() * 0.05 * edge)
  const [left, right, top, bottom] = [cut(width), cut(width), cut(height), cut(height)]
  return sharp(picture)
    .extract({ left, top, width: width - left - right, height: height - top - bottom })
    .modulate({ brightness: 0.8 + dies.next() * 0.4 })
    .jpeg({ quality: 75 })
    .toBuffer()
}

async function drawnPictures(): Promise<Buffer[]> {
  const looks = Object.entries(colorsOf).flatMap(([shape, colors]) =>
    (colors as readonly Color[]).map((color) => [shape as Shape, color] as const),
  )
  return Promise.all(
    looks.map(([shape, color]) =>
      sharp(Buffer.from(drawing(shape, color)))
        .resize(480)
        .webp()
        .toBuffer(),
    ),
  )
}

const searcher = { kind: 'business', company_id: company, shop_ids: null } as BusinessActor

async function search(db: Db, pictures: readonly Buffer[]): Promise<void> {
  const dies = dice(23)
  const taken: number[] = []
  let found = 0
  for (let round = 0; round < photosAgain; round += 1) {
    for (const [place, picture] of pictures.entries()) {
      const { code, probes } = await codeOf(await again(picture, dies))
      const start = performance.now()
      const rows = await alikeRows(db, searcher, { code, probes, except: null, within, most: 5 })
      taken.push(performance.now() - start)
      if (rows.some(({ slug }) => slug === `item${place + 1}`)) found += 1
    }
  }
  note(
    `${taken.length} searches among ${articles.toLocaleString('en')}: p50 ${percentile(taken, 50).toFixed(1)} ms`,
  )
  figure('look-alikes, 95th percentile', percentile(taken, 95), 'ms', { atMost: 150 })
  figure('the same article among the first five', found / taken.length, '', { atLeast: 0.98 })
}

/** Articles that look like a new photo, among a million, in tables of their own. */
export async function benchLookAlikes({ connectionString }: Pick<Data, 'connectionString'>): Promise<void> {
  // One connection, which looks into these tables first.
  const pool = makePool({ connectionString, max: 1 })
  // Filling takes longer than any statement of the pool may.
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(tables)
    const pictures = await drawnPictures()
    const begun = performance.now()
    await fill(client, await Promise.all(pictures.map(codeOf)))
    note(`features made and indexed in ${Math.round((performance.now() - begun) / 1000)} s`)
    await pool.query(`set search_path = ${schema}, public`)
    await search(makeDb(pool), pictures)
    await client.query(`drop schema ${schema} cascade`)
  } finally {
    await client.end()
    await pool.end()
  }
}
