import { transferStatus } from '#contract/codes'
import { mostLinesOfBatch } from '#contract/transfer'
import { type Child, startServer } from './children.ts'
import { type Data, operators, signIn } from './data.ts'
import { figure, note } from './figures.ts'

const wanted = 10_000

interface Batch {
  id: number
  version: number
  pay_date: string
  line_count: number
}

/** From ten thousand waiting transfers to the file for the bank, with its approval by a second person. */
export async function benchPayouts(data: Data): Promise<void> {
  const [maker, approver] = await operators(data)
  const own = await signIn(data, maker)
  const second = await signIn(data, approver)
  const server = await startServer(data)
  const ask = async <Body>(method: string, path: string, headers: object, body?: object): Promise<Body> => {
    const response = await fetch(`${server.url}/api/biz/payouts/${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} ${path} ${(await response.text()).slice(0, 500)}`)
    const isFile = path.endsWith('/file/')
    return (isFile ? await response.arrayBuffer() : await response.json()) as Body
  }
  try {
    const transfers = await waiting(data)
    const { pay_date } = await ask<{ pay_date: string }>('GET', 'candidates/', own)
    await memoryOf(server)
    const begun = performance.now()
    let last = begun
    const lap = (what: string) => {
      const now = performance.now()
      note(`${what}: ${((now - last) / 1000).toFixed(2)} s`)
      last = now
    }
    let batch = await ask<Batch>('POST', '', own, { pay_date, transfers })
    lap('batch made')
    batch = await ask<Batch>('POST', `${batch.id}/approve/`, second, { version: batch.version })
    lap('approved')
    batch = await ask<Batch>('POST', `${batch.id}/export/`, own, { version: batch.version })
    lap('exported')
    const file = await ask<ArrayBuffer>('GET', `${batch.id}/file/`, own)
    lap('file read')
    const took = (performance.now() - begun) / 1000
    note(`${batch.line_count} transfers, ${file.byteLength} bytes`)
    await memoryOf(server)
    figure('batch of 10,000 transfers, from the choice to its file', took, 's', { atMost: 5 })
    await ask('POST', `${batch.id}/cancel/`, own, { version: batch.version, reason: '計測' })
  } finally {
    await server.stop()
  }
}

const memoryOf = async (server: Child) => note(`memory ${Math.round(await server.memory())} MB`)

async function waiting({ pool }: Data): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select t.id from transfer t where t.status = $1
       and not exists (select from payout_line l where l.transfer_id = t.id and l.result <> 'canceled')
     order by t.id limit $2`,
    [transferStatus.REQUESTED, Math.min(wanted, mostLinesOfBatch)],
  )
  if (rows.length < wanted) throw new Error(`only ${rows.length} transfers wait`)
  return rows.map(({ id }) => id)
}
