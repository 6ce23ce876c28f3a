import os from 'node:os'
import { type Child, startServer } from './children.ts'
import { busiestStaff, type Data, signIn, staffLists } from './data.ts'
import { figure, note } from './figures.ts'
import { median, shared } from './load.ts'

const counts = [1, 2, 4]
const rounds = 3
const seconds = 4
/** One for each process, one for the database, one for who asks. */
const enoughForTwo = 4

/** Lists of staff from one database by several processes, of which each gets its share of the connections. */
export async function benchProcesses(data: Data): Promise<void> {
  const headers = await signIn(data, await busiestStaff(data))
  const servers: Child[] = []
  try {
    for (let n = 0; n < Math.max(...counts); n += 1)
      servers.push(await startServer(data, { OKURU_DB_POOL: '8' }))
    const urlsOf = (count: number) =>
      servers.slice(0, count).flatMap(({ url }) => staffLists.map((path) => url + path))
    for (const count of counts) await shared(urlsOf(count), headers, 1)
    const rates = new Map<number, number[]>(counts.map((count) => [count, []]))
    for (let round = 0; round < rounds; round += 1)
      for (const count of counts) rates.get(count)?.push(await shared(urlsOf(count), headers, seconds))
    const rateOf = (count: number) => median(rates.get(count) ?? [])
    for (const count of counts) note(`${count} processes: ${Math.round(rateOf(count))} responses a second`)
    const gain = rateOf(2) / rateOf(1)
    const name = 'responses of two processes / one'
    if (os.availableParallelism() >= enoughForTwo) figure(name, gain, '×', { atLeast: 1.5 })
    else note(`${name}: ${gain.toFixed(2)} ×, on a machine without a processor for each`)
  } finally {
    for (const server of servers) await server.stop()
  }
}
