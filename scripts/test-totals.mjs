import fs from 'node:fs'
import path from 'node:path'
import { readText, root } from './tools.mjs'

const isFailed = ({ status, assertionResults }) =>
  status === 'failed' || assertionResults.some((test) => test.status === 'failed')

const readReport = (file) => JSON.parse(readText(file) ?? '{"testResults":[]}')

export const reportedFiles = (file) => readReport(file).testResults.map(({ name }) => name)

/** Absolute paths of the test files of a vitest JSON report that failed. */
export const failedFiles = (file) =>
  readReport(file)
    .testResults.filter(isFailed)
    .map(({ name }) => name)

const firstLine = (text = '') => text.split('\n', 1)[0]

/** One line for each failure of a report: file, test and the first line of its message. `but`: not of these files. */
export function failureLines(file, base = root, but = []) {
  return readReport(file)
    .testResults.filter((result) => isFailed(result) && !but.includes(result.name))
    .flatMap(({ name, assertionResults, message }) => {
      const place = path.relative(base, name)
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [`${place}: ${firstLine(message)}`]
      return failed.map(
        ({ fullName, failureMessages }) => `${place} > ${fullName}: ${firstLine(failureMessages?.[0])}`,
      )
    })
}

/** Files of the second report replace those of the first, in the first. */
export function takeSecondRun(file, secondFile) {
  const [first, second] = [readReport(file), readReport(secondFile)]
  const repeated = new Map(second.testResults.map((result) => [result.name, result]))
  const testResults = first.testResults.map((result) => repeated.get(result.name) ?? result)
  const count = (...statuses) =>
    testResults.reduce(
      (sum, { assertionResults }) =>
        sum + assertionResults.filter(({ status }) => statuses.includes(status)).length,
      0,
    )
  const merged = {
    ...first,
    testResults,
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: count('pending', 'skipped'),
    numTodoTests: count('todo'),
  }
  fs.writeFileSync(file, JSON.stringify(merged))
}

/** Counts a vitest JSON report. Unloaded files, crashes and empty projects count as one failure each. */
export function countReport(file, exitCode, expectedRoots, base = root) {
  const text = readText(file)
  if (text === undefined) {
    console.error(`✖ vitest ended (${exitCode}) without a report`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const report = JSON.parse(text)
  const files = report.testResults
  const broken = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  for (const { name } of broken) console.error(`✖ ${path.relative(base, name)} failed outside its tests`)
  const empty = expectedRoots.filter(
    (pattern) =>
      !files.some(
        ({ name, assertionResults }) =>
          pattern.test(path.relative(base, name).replaceAll(path.sep, '/')) && assertionResults.length > 0,
      ),
  )
  for (const pattern of empty) console.error(`✖ no test was found for ${pattern}`)
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  let failed = report.numFailedTests + broken.length + empty.length
  if (failed === 0 && exitCode !== 0) {
    console.error(`✖ vitest ended with ${exitCode} although no test failed: see the errors above`)
    failed = 1
  }
  return { passed: report.numPassedTests, failed, skipped }
}

export function addUp(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
