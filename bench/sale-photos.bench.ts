import { itemStatus as I } from '#contract/lifecycle'
import { mostSalePhotos } from '#contract/productization'
import { startServer } from './children.ts'
import { busiestStaff, type Data, type Staff, signIn, staffLists } from './data.ts'
import { figure, note } from './figures.ts'
import { latency, percentile } from './load.ts'
import { type CameraPhotos, uploaderOf, wait, watch, withCameraPhotos } from './photos.ts'

/** As a browser sends photos that were dropped on the desk. */
const atOnce = 2

/** All photos that an article may have are dropped at once, while colleagues work. */
export const benchSalePhotos = (data: Data): Promise<void> =>
  withCameraPhotos(mostSalePhotos, (photos) => benchWith(data, photos))

async function benchWith(data: Data, { paths, megabytes }: CameraPhotos): Promise<void> {
  const staff = await busiestStaff(data)
  const headers = await signIn(data, staff)
  const slug = await articleWithoutPhotos(data, staff)
  const server = await startServer(data)
  const urls = staffLists.map((path) => server.url + path)
  try {
    for (const url of urls) await latency(url, headers, 40)
    const before = await watch(urls, headers, async () => wait(15_000))
    const url = `${server.url}/api/biz/item-productization-image/`
    const send = await uploaderOf({ url, headers, photos: paths, fields: { slug }, atOnce })
    let taken: number[] = []
    let seconds = 0
    const beside = await watch(urls, headers, async () => {
      const start = performance.now()
      taken = await send()
      note(`all sent after ${((performance.now() - start) / 1000).toFixed(1)} s`)
      await allReady(data, slug)
      seconds = (performance.now() - start) / 1000
    })
    // Before and after: a machine is not always as fast.
    const quiet = percentile([...before, ...(await watch(urls, headers, async () => wait(15_000)))], 95)
    note(`a photo of ${megabytes} MB: ${Math.round(percentile(taken, 50))} ms`)
    const busy = percentile(beside, 95)
    note(`calls beside it: p95 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms while photos are drawn`)
    figure(`${paths.length} sale photos of 12 megapixels, all sizes made`, seconds, 's', { atMost: 60 })
    figure('calls while sale photos are drawn / quiet, 95th percentile', busy / quiet, '×', { atMost: 2 })
  } finally {
    await server.stop()
  }
}

async function articleWithoutPhotos({ pool }: Data, { company }: Staff): Promise<string> {
  const { rows } = await pool.query<{ slug: string }>(
    `select i.slug from purchase_item i join product p on p.item_id = i.id
     where i.company_id = $1 and i.status = $2
       and not exists (select from product_photo f where f.item_id = i.id)
       and not exists (select from hold h where h.item_id = i.id and h.released_at is null)
       and not exists (select from custody_position c where c.item_id = i.id)
     order by i.id desc limit 1`,
    [company, I.PRODUCTIZING],
  )
  if (!rows[0]) throw new Error('the data set has no article in productization without photos')
  return rows[0].slug
}

/** Asks the database: sixty photos and all their addresses twice a second would be calls that nobody makes. */
async function allReady({ pool }: Data, slug: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ ready: number }>(
      `select count(*)::integer as ready from product_photo p join purchase_item i on i.id = p.item_id
       where i.slug = $1 and exists (select from stored_file_size s where s.file_id = p.file_id)`,
      [slug],
    )
    if (rows[0]?.ready === mostSalePhotos) return
    await wait(250)
  }
}
