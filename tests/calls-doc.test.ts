import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { callsDocument } from '../scripts/calls-doc.ts'

test('the list of calls is what the contract says (node scripts/calls-doc.ts --write)', async () => {
  expect(await readFile(new URL('../docs/calls.md', import.meta.url), 'utf8')).toBe(callsDocument())
})
