import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon, { type Result } from 'autocannon'

export interface Load {
  requestsPerSecond: number
  p50: number
  p99: number
  errors: number
}

/** 20 connections. Responses other than 2xx count as errors. */
export async function load(url: string, headers: Record<string, string>, seconds: number): Promise<Load> {
  const result = await autocannon({ url, headers, connections: 20, duration: seconds })
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  }
}

/** Responses a second to 24 connections, of which each address gets the same number; throws when one failed. */
export async function shared(
  urls: readonly string[],
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const connections = Math.max(1, Math.floor(24 / urls.length))
  const results = await Promise.all(
    urls.map((url) => autocannon({ url, headers, connections, duration: seconds })),
  )
  const failed = results.filter(({ errors, non2xx }) => errors + non2xx > 0)
  if (failed.length > 0) throw new Error(`requests failed: ${failed.map(({ url }) => url).join(', ')}`)
  return results.reduce((sum, { requests }) => sum + requests.average, 0)
}

/** The milliseconds of every response at 20 connections, or how long none came; throws when one failed. */
export async function responseTimes(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<number[]> {
  const times: number[] = []
  const { errors, non2xx } = await new Promise<Result>((resolve, reject) => {
    const run = autocannon({ url, headers, connections: 20, duration: seconds }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of ${times.length} requests failed: ${url}`)
  return times.length > 0 ? times : [seconds * 1000]
}

export interface Post {
  body: string
  headers: Record<string, string>
}

export interface Arrivals {
  /** Answered with 2xx a second. */
  taken: number
  failed: number
  /** Of each request from the moment it was due, in milliseconds. */
  latencies: number[]
}

/** Each request is sent when it is due, whether or not earlier ones have been answered; 20 connections at most. */
export async function steady(
  url: string,
  { rate, seconds, next }: { rate: number; seconds: number; next: () => Post },
): Promise<Arrivals> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 })
  const latencies: number[] = []
  const underWay: Promise<void>[] = []
  let failed = 0
  const start = performance.now()
  const one = async (due: number): Promise<void> => {
    const status = await post(url, next(), agent).catch(() => 0)
    latencies.push(performance.now() - start - due)
    if (status < 200 || status > 299) failed += 1
  }
  try {
    for (let sent = 0; sent < rate * seconds; ) {
      for (; sent < rate * seconds && (sent * 1000) / rate <= performance.now() - start; sent++)
        underWay.push(one((sent * 1000) / rate))
      await sleep(1)
    }
    await Promise.all(underWay)
    const took = (performance.now() - start) / 1000
    return { taken: (latencies.length - failed) / took, failed, latencies }
  } finally {
    agent.destroy()
  }
}

const post = (url: string, { body, headers }: Post, agent: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = { 'content-length': Buffer.byteLength(body) }
    http
      .request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      })
      .once('error', reject)
      .end(body)
  })

export const percentile = (numbers: readonly number[], percent: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] as number
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 50)

/** Alternates both, so that other load affects both, and returns the medians. */
export async function inTurns(
  rounds: number,
  ours: () => Promise<Load>,
  theirs: () => Promise<Load>,
): Promise<{ ours: Load; theirs: Load }> {
  const mine: Load[] = []
  const other: Load[] = []
  for (let round = 0; round < rounds; round++) {
    mine.push(await ours())
    other.push(await theirs())
  }
  const middle = (loads: Load[]): Load => ({
    requestsPerSecond: median(loads.map((one) => one.requestsPerSecond)),
    p50: median(loads.map((one) => one.p50)),
    p99: median(loads.map((one) => one.p99)),
    errors: loads.reduce((sum, one) => sum + one.errors, 0),
  })
  return { ours: middle(mine), theirs: middle(other) }
}

/** Median in milliseconds. */
export async function latency(url: string, headers: Record<string, string>, times: number): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    const response = await fetch(url, { headers })
    if (!response.ok) throw new Error(`${response.status} ${url}`)
    await response.arrayBuffer()
    taken.push(performance.now() - start)
  }
  return median(taken)
}
