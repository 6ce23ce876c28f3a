import { expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const locked = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha-a' },
  'node_modules/tool': { version: '2.0.0', integrity: 'sha-t', dev: true },
  'node_modules/a-for-another-system': { version: '1.0.0', optional: true },
}
const a = { 'node_modules/a': { version: '1.0.0', integrity: 'sha-a' } }
const tool = { 'node_modules/tool': { version: '2.0.0', integrity: 'sha-t' } }

test('what the lock names has to be there, except what is for another system', () => {
  expect(isInstalled(locked, { ...a, ...tool }, false)).toBe(true)
  expect(isInstalled(locked, a, false)).toBe(false)
  expect(isInstalled(locked, undefined, false)).toBe(false)
})

test('production goes without the tools', () => {
  expect(isInstalled(locked, a, true)).toBe(true)
  expect(isInstalled(locked, tool, true)).toBe(false)
})

test('another version or another content counts as not installed', () => {
  const other = { 'node_modules/a': { version: '1.0.1', integrity: 'sha-a' } }
  const altered = { 'node_modules/a': { version: '1.0.0', integrity: 'sha-b' } }
  expect(isInstalled(locked, { ...other, ...tool }, false)).toBe(false)
  expect(isInstalled(locked, { ...altered, ...tool }, false)).toBe(false)
})
