import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  addUp,
  countReport,
  failedFiles,
  failureLines,
  reportedFiles,
  takeSecondRun,
  totalsLine,
} from './test-totals.mjs'

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
  name = 'report.json',
): string {
  const testResults = Object.entries(files).map(([name, assertionResults]) => ({
    name: path.join('/house', name),
    status: broken.includes(name) || assertionResults.includes(failed) ? 'failed' : 'passed',
    assertionResults,
  }))
  const file = path.join(folder, name)
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

const timedOut = {
  status: 'failed',
  fullName: 'a page opens',
  failureMessages: ['Timeout 15000ms exceeded.\n  at page.ts:1'],
}

test('each failure is named with its file and the first line of its message', () => {
  const file = report({}, { 'web/a.test.ts': [passed], 'web/b.test.ts': [passed, timedOut] })
  expect(failedFiles(file)).toEqual([path.join('/house', 'web/b.test.ts')])
  expect(failureLines(file, '/house')).toEqual(['web/b.test.ts > a page opens: Timeout 15000ms exceeded.'])
  expect(failureLines(file, '/house', failedFiles(file))).toEqual([])
  expect(reportedFiles(file)).toHaveLength(2)
})

test('a file that did not load is named as well, and a missing report names nothing', () => {
  const file = report({}, { 'web/b.test.ts': [] }, ['web/b.test.ts'])
  expect(failureLines(file, '/house')).toEqual(['web/b.test.ts: '])
  expect(failedFiles(path.join(folder, 'none.json'))).toEqual([])
})

test('the second run of a file replaces its first: what passed then counts as passed', () => {
  const files = { 'web/a.test.ts': [passed], 'web/b.test.ts': [passed, timedOut] }
  const file = report({ numPassedTests: 2, numFailedTests: 1 }, files)
  takeSecondRun(file, report({}, { 'web/b.test.ts': [passed, passed] }, [], 'second.json'))
  expect(countReport(file, 0, [/^web\//], '/house')).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('what fails again, and what the second run never reached, stays a failure', () => {
  const files = { 'web/a.test.ts': [timedOut], 'web/b.test.ts': [timedOut] }
  const file = report({ numFailedTests: 2 }, files)
  takeSecondRun(file, report({}, { 'web/b.test.ts': [passed, timedOut] }, [], 'second.json'))
  expect(countReport(file, 1, [/^web\//], '/house')).toEqual({ passed: 1, failed: 2, skipped: 0 })
  takeSecondRun(file, path.join(folder, 'none.json'))
  expect(countReport(file, 1, [/^web\//], '/house').failed).toBe(2)
  expect(readFileSync(file, 'utf8')).toContain('web/a.test.ts')
})
