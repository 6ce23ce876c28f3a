import { capture } from './capture.ts'
import { busiestAdministrator, openData, signIn } from './data.ts'

const data = await openData()
try {
  const headers = await signIn(data, await busiestAdministrator(data))
  const show = process.env.SHOW
  for (const path of process.argv.slice(2)) {
    try {
      const { statements } = await capture(data, encodeURI(path), headers)
      const times: string[] = []
      for (const { text, values } of statements) {
        const { rows } = await data.pool.query(
          `explain (analyze, timing off, costs ${show ? 'on' : 'off'}) ${text}`,
          values as unknown[],
        )
        const lines = rows.map((r: Record<string, string>) => r['QUERY PLAN'])
        const ms = Number(/Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1])
        const plan = Number(/Planning Time: ([\d.]+)/.exec(lines.join('\n'))?.[1])
        if (ms + plan > 1)
          times.push(
            `${/count\(\*\) as count/.test(text) && !/limit/.test(text) ? 'count' : 'rows'} ${plan.toFixed(0)}+${ms.toFixed(1)}`,
          )
        if (show && ms > Number(show)) {
          console.log(text.slice(0, 1500), JSON.stringify(values).slice(0, 300))
          console.log(lines.join('\n').slice(0, 5000))
        }
      }
      console.log(path.slice(0, 90), '|', times.join(' ; '))
    } catch (e) {
      console.log(path, String(e).slice(0, 300))
    }
  }
} finally {
  await data.stop()
}
