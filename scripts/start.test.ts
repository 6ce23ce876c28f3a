import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkFolder } from './tools.mjs'

test('a port in use is told before packages are installed and pages are built', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'test' }
  const ended = await new Promise<{ code: unknown; text: string }>((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, 'start.mjs')],
      { env },
      (error, stdout, stderr) => resolve({ code: error?.code, text: stdout + stderr }),
    )
  })
  other.close()
  expect(ended.code).toBe(1)
  expect(ended.text.trim()).toMatch(/^✖ ポート \d+ は.*PORT=\d+ npm start$/)
})

test('a folder whose name the tools would misread is told at once', () => {
  for (const name of ['a#b', 'a?b', 'a%41', 'a$HOME', 'a`b'])
    expect(() => checkFolder(`/home/${name}/okuru`)).toThrow(JSON.stringify(name.charAt(1)))
  expect(() => checkFolder("/home/お店 (1) & it's/okuru")).not.toThrow()
})
