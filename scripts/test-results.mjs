// Converts the reports of both test runners to one format.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Returns `{ passed, failed, passedOnRetry, files }`, or undefined if there is no report. `passedOnRetry`
 * lists tests that passed only on a retry, with the first error. `files` has the duration of each.
 */
export function readVitest(file) {
  const data = readJson(file)
  if (!data) return undefined
  const tests = data.testResults.flatMap((result) => result.assertionResults)
  return {
    passed: data.numPassedTests,
    failed: data.numFailedTests,
    passedOnRetry: tests
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`),
    files: data.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      ms: endTime - startTime,
    })),
  }
}

export function readPlaywright(file) {
  const data = readJson(file)
  if (!data?.stats) return undefined
  const specs = specsIn(data)
  return {
    passed: data.stats.expected + data.stats.flaky,
    failed: data.stats.unexpected,
    passedOnRetry: specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'flaky')
        .map(({ results }) => `${spec.file} ${spec.title}: ${tries(results)}`),
    ),
    files: specs.map((spec) => ({
      name: spec.file,
      ms: spec.tests.flatMap(({ results }) => results).reduce((sum, one) => sum + one.duration, 0),
    })),
  }
}

/** Returns the first error and the path of the trace. */
function tries(results) {
  const trace = results.flatMap((one) => one.attachments).find(({ name }) => name === 'trace')
  const where = trace?.path ? ` (trace: ${relative(process.cwd(), trace.path)})` : ''
  return firstLine(results[0]?.error?.message) + where
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

/** Returns the ten slowest files as lines of a table. */
export function slowest(files) {
  const sums = new Map()
  for (const { name, ms } of files) sums.set(name, (sums.get(name) ?? 0) + ms)
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 10)
    .map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const firstLine = (text = '') => text.replaceAll(COLOURS, '').split('\n')[0]

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
