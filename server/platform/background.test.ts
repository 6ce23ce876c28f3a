// In child processes, because what is tested is whether they end.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

const module = path.join(import.meta.dirname, 'background.ts')

/** Runs a script; returns its exit code and output. */
function run(body: string): Promise<{ code: number; text: string }> {
  const script = `
    import { createServer, connect } from 'node:net'
    import { inBackground, handleUncaughtErrors } from ${JSON.stringify(module)}
    handleUncaughtErrors({ fatal: (_about, message) => console.log('fatal: ' + message) })
    const inside = (work) => inBackground((error) => console.log('stray: ' + error.message), work)
    const later = () => new Promise((resolve) => setTimeout(resolve, 20))
    ${body}
    await later(); await later(); await later()
    console.log('alive')
    process.exit(0)`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '--eval', script], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr })
    })
  })
}

test.each([
  ['a rejection nobody waits for', `inside(() => void Promise.reject(new Error('it')))`],
  ['one after a while', `inside(async () => { await later(); void Promise.reject(new Error('it')) })`],
  ['an error of a timer', `inside(() => setTimeout(() => { throw new Error('it') }, 5))`],
  [
    'an error of a listener to a socket',
    `const server = createServer((socket) => socket.write('x')).listen(0, '127.0.0.1', () =>
      inside(() => connect(server.address().port, '127.0.0.1').on('data', () => { throw new Error('it') })))`,
  ],
])('background work survives %s', async (_, body) => {
  expect(await run(body)).toEqual({ code: 0, text: 'stray: it\nalive\n' })
})

test('a log that nobody reads any more is no error', async () => {
  const script = `
    import { inBackground, handleUncaughtErrors } from ${JSON.stringify(module)}
    handleUncaughtErrors({ fatal: () => undefined })
    let strays = 0
    const told = (error) => { strays += 1; console.log('stray: ' + error.message) }
    inBackground(told, () => setInterval(() => console.log('at work'), 5))
    process.on('message', () => process.send(strays, () => process.exit(0)))
    process.send('started')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.stdout?.destroy()
  child.stderr?.destroy()
  await sleep(300)
  child.send('how many?')
  expect((await once(child, 'message'))[0]).toBe(0)
  expect((await ended)[0]).toBe(0)
})

test('anything else ends the process, as it should', async () => {
  const { code, text } = await run(`void Promise.reject(new Error('it'))`)
  expect([code, text]).toEqual([1, 'fatal: uncaught error, exiting\n'])
})
