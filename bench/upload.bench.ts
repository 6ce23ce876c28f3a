import { isUndecided, requestStages } from '#contract/lifecycle'
import { type Child, startServer } from './children.ts'
import { busiestStaff, type Data, type Staff, signIn } from './data.ts'
import { figure, note } from './figures.ts'
import { latency, percentile } from './load.ts'
import { type CameraPhotos, uploaderOf, wait, watch, withCameraPhotos } from './photos.ts'

const uploads = 8
const others = '/api/biz/purchase_requests/?status=11&ordering=-id'

/** Photos of 12 megapixels while colleagues work: time, memory, and what the others notice. */
export const benchUploads = (data: Data): Promise<void> =>
  withCameraPhotos(uploads + 1, (photos) => benchWith(data, photos))

async function benchWith(data: Data, { paths, megabytes }: CameraPhotos): Promise<void> {
  const staff = await busiestStaff(data)
  const headers = await signIn(data, staff)
  const server = await startServer(data)
  try {
    const box = await receivedRequest(data, staff)
    const url = `${server.url}/api/biz/purchase_requests/${box}/opening-photos/`
    await latency(server.url + others, headers, 100)
    const sendFirst = await uploaderOf({ url, headers, photos: paths.slice(0, 1) })
    await sendFirst()
    const quiet = percentile(await watch([server.url + others], headers, async () => wait(4000)), 95)
    const before = await server.memory()
    const peak = peakMemory(server)
    const send = await uploaderOf({ url, headers, photos: paths.slice(1) })
    let taken: number[] = []
    const beside = await watch([server.url + others], headers, async () => {
      taken = await send()
    })
    const busy = percentile(beside, 95)
    const extra = (await peak()) - before
    note(`a photo of ${megabytes} MB: ${Math.round(percentile(taken, 50))} ms`)
    note(`list beside it: p95 ${quiet.toFixed(1)} ms quiet, ${busy.toFixed(1)} ms during uploads`)
    figure('upload of 12 megapixels, 95th percentile', percentile(taken, 95) / 1000, 's', { atMost: 1.5 })
    figure('memory during uploads beyond that before', extra, 'MB', { atMost: 150 })
    figure('list during uploads / quiet, 95th percentile', busy / quiet, '×', { atMost: 2 })
  } finally {
    await server.stop()
  }
}

async function receivedRequest({ pool }: Data, { company }: Staff): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `select r.id from purchase_request r
     where r.status = any($2) and r.company_id = $1
       and not exists (select from item_photo p where p.request_id = r.id and p.item_id is null)
     order by r.id desc limit 1`,
    [company, requestStages.map(({ code }) => code).filter(isUndecided)],
  )
  if (!rows[0]) throw new Error('the data set has no box without opening photos')
  return rows[0].id
}

/** Samples until called; then returns the peak in MB. */
function peakMemory(server: Child): () => Promise<number> {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await server.memory())
  }, 20)
  return async () => {
    clearInterval(timer)
    return peak
  }
}
