import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addUp, countReport, totalsLine } from './test-totals.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'okuru-totals-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const passed = { status: 'passed' }
const failed = { status: 'failed' }

function report(
  counts: Record<string, number>,
  files: Record<string, object[]>,
  broken: string[] = [],
): string {
  const testResults = Object.entries(files).map(([name, assertionResults]) => ({
    name: path.join('/house', name),
    status: broken.includes(name) || assertionResults.includes(failed) ? 'failed' : 'passed',
    assertionResults,
  }))
  const file = path.join(folder, 'report.json')
  const none = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  writeFileSync(file, JSON.stringify({ ...none, ...counts, testResults }))
  return file
}

test('passed, failed and skipped tests are counted as reported', () => {
  const file = report(
    { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2 },
    { 'web/a.test.ts': [failed] },
  )
  expect(countReport(file, 1, [/^web\//], '/house')).toEqual({ passed: 3, failed: 1, skipped: 2 })
})

test('a file that did not load counts as a failure', () => {
  const files = { 'web/a.test.ts': [passed], 'web/b.test.ts': [] }
  const file = report({ numPassedTests: 1 }, files, ['web/b.test.ts'])
  expect(countReport(file, 1, [/^web\//], '/house')).toEqual({ passed: 1, failed: 1, skipped: 0 })
})

test('an expected set without tests counts as a failure', () => {
  const file = report({ numPassedTests: 1 }, { 'web/a.test.ts': [passed] })
  expect(countReport(file, 0, [/^web\//, /^server\//], '/house').failed).toBe(1)
})

test('an exit code without a failed test, and no report at all, count as failures', () => {
  const file = report({ numPassedTests: 1 }, { 'web/a.test.ts': [passed] })
  expect(countReport(file, 1, [], '/house')).toEqual({ passed: 1, failed: 1, skipped: 0 })
  expect(countReport(path.join(folder, 'none.json'), 0, [])).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('the last line names skipped tests only when there are some', () => {
  expect(totalsLine({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed')
  const sum = addUp([
    { passed: 2, failed: 0, skipped: 1 },
    { passed: 1, failed: 1, skipped: 0 },
  ])
  expect(totalsLine(sum)).toBe('3 passed, 1 failed, 1 skipped')
})
