import autocannon from 'autocannon'

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
