// Converts the reports of both test runners to one format.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Returns `{ passed, failed, passedOnRetry, files }`, or undefined if there is no report.
 * `passedOnRetry` lists tests that passed only on a retry, with the first error. Each of `files`
 * has its duration, whether it failed, and its own counts.
 */
export function readVitest(file) {
  const data = readJson(file)
  return data && sumOf(data.testResults.map(readFile))
}

function readFile({ name, startTime, endTime, status, message, assertionResults: tests }) {
  const failed = tests.filter((test) => test.status === 'failed')
  return {
    name: relative(process.cwd(), name),
    ms: endTime - startTime,
    hasFailed: status === 'failed',
    passed: tests.filter((test) => test.status === 'passed').length,
    // A file that could not be loaded has no tests.
    failed: status === 'failed' ? Math.max(failed.length, 1) : 0,
    passedOnRetry: tests
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map(withFirstError),
    errors: failed.length > 0 ? failed.map(withFirstError) : [firstLine(message)],
  }
}

const withFirstError = (test) => `${test.fullName}: ${firstLine(test.failureMessages[0])}`

function sumOf(files) {
  const add = (key) => files.reduce((sum, one) => sum + one[key], 0)
  return {
    passed: add('passed'),
    failed: add('failed'),
    passedOnRetry: files.flatMap((one) => one.passedOnRetry),
    files,
  }
}

/** Replaces the results of the files that ran a second time. */
export function withSecondRun(first, second) {
  const again = new Map(second.files.map((one) => [one.name, one]))
  return sumOf(
    first.files.map((one) => {
      const other = again.get(one.name)
      if (!other) return one
      const passedOnRetry = other.hasFailed ? [] : one.errors.filter(Boolean)
      return { ...other, passedOnRetry: [...other.passedOnRetry, ...passedOnRetry] }
    }),
  )
}

/** Returns the same as `readVitest`, but `files` only have a name and a duration. */
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
        .map(({ results }) => `${spec.file} ${spec.title}: ${firstError(results)}`),
    ),
    files: specs.map((spec) => ({
      name: spec.file,
      ms: spec.tests.flatMap(({ results }) => results).reduce((sum, one) => sum + one.duration, 0),
    })),
  }
}

/** Returns the error of the first try and the path of the trace. */
function firstError(results) {
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
