// Runs all stages, or those on the command line, and ends with `N passed, N failed`.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { findBuildah } from './find-buildah.mjs'
import { findCaddy } from './find-caddy.mjs'
import { findHaproxy } from './find-haproxy.mjs'
import { findEngines } from './find-engines.mjs'
import { findOldPostgres } from './find-old-postgres.mjs'
import { findPatroni } from './find-patroni.mjs'
import { findPromtool } from './find-promtool.mjs'
import { installedProgram } from './programs.mjs'
import { quickFolder } from './quick-folder.mjs'
import { readPlaywright, readVitest, slowest, withSecondRun } from './test-results.mjs'

const work = quickFolder('split-test-')
const temporary = join(work, 'tmp')
mkdirSync(temporary)
// The permissions of `/tmp`, because some tests run a program as another user.
chmodSync(temporary, 0o1777)
process.on('exit', () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const report = (stage) => join(work, `${stage}.json`)

/**
 * Stages by name. A stage is one command. If it has a `report`, each of its tests counts, otherwise
 * the command counts as one check. `again` returns the command that runs failed files once more.
 */
const stages = {
  format: { command: 'oxfmt --check' },
  lint: { command: 'oxlint --type-aware --deny-warnings && knip --no-progress' },
  types: {
    command:
      'tsc -p tsconfig.json && tsc -p sw/tsconfig.json && tsc -p server/tsconfig.json && tsc -p extension/tsconfig.json',
  },
  unit: {
    command: vitest('unit', 'unit*'),
    report: readVitest,
    // Isolated, because a file may have failed through state that another one left in the process.
    again: (files) =>
      `${vitest('unit', 'unit*')} --isolate ${files.map((name) => `'${name}'`).join(' ')}`,
  },
  server: {
    command: vitest('server'),
    report: readVitest,
    before: () => {
      const caddy = findCaddy()
      const haproxy = findHaproxy()
      if (!caddy) notRun.push('caddy')
      if (!haproxy) notRun.push('haproxy')
      const buildah = findBuildah()
      const promtool = findPromtool()
      if (!buildah) notRun.push('buildah')
      if (!promtool) notRun.push('promtool')
      if (!findPatroni()) notRun.push('patroni with etcd')
      if (!findOldPostgres()) notRun.push('an older PostgreSQL')
      if (!installedProgram(['systemd-analyze'])) notRun.push('systemd-analyze')
      return {
        ...(caddy && { CADDY: caddy.path }),
        ...(haproxy && { HAPROXY: haproxy.path }),
        // An installed buildah that may not mount file systems is of no use.
        BUILDAH: buildah?.path ?? '',
        ...(promtool && { PROMTOOL: promtool.path }),
      }
    },
  },
  build: { command: 'npm run --silent build' },
  e2e: {
    command: 'playwright test',
    report: readPlaywright,
    needs: ['build'],
    before: () => ({ ...browser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e') }),
  },
  engines: {
    command: vitest('engines'),
    report: readVitest,
    needs: ['build'],
    before: () => {
      const { env, lines, missing } = findEngines()
      for (const line of lines) say(`browser: ${line}`)
      notRun.push(...missing)
      return { ...browser(), ...env }
    },
  },
}

/** Programs that cannot be installed on this machine. The last line names them. */
const notRun = []

function browser() {
  const { path, how } = findBrowser()
  say(`browser: ${path} (${how})`)
  return { E2E_BROWSER: path }
}

function vitest(stage, projects = stage) {
  return `vitest run --project '${projects}' --reporter=default --reporter=json --outputFile.json=${report(stage)}`
}

const stageNames = process.argv.slice(2)
const unknown = stageNames.filter((name) => !(name in stages))
if (unknown.length > 0) {
  say(`Unknown stage: ${unknown.join(', ')}. Stages: ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

const total = { passed: 0, failed: 0, files: [] }
const failedStages = new Set()
for (const name of stageNames.length > 0 ? stageNames : Object.keys(stages)) await runStage(name)
if (total.files.length > 0) say(`The slowest files:\n${slowest(total.files).join('\n')}`)
const missing = notRun.length > 0 ? `; not run, because not installed: ${notRun.join(', ')}` : ''
say(`${total.passed} passed, ${total.failed} failed${missing}`)
process.exit(total.failed > 0 ? 1 : 0)

async function runStage(name) {
  const stage = stages[name]
  if (stage.needs?.some((other) => failedStages.has(other))) {
    total.failed += 1
    return say(`✗ ${name}: not run, because ${stage.needs.join(', ')} failed`)
  }
  say(`… ${name}`)
  const started = Date.now()
  const { code, output, counted } = await runWithRetry(stage, name)
  // A runner that fails without a failing test, for example by a crash, also counts as a failure.
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  total.files.push(...(counted.files ?? []))
  for (const test of counted.passedOnRetry ?? []) say(`! ${name}, passed on a retry: ${test}`)
  if (counted.failed > 0) {
    failedStages.add(name)
    process.stdout.write(output)
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  const sign = counted.failed > 0 ? '✗' : '✓'
  say(`${sign} ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`)
}

/** Runs a stage. Runs failed files a second time if the stage has a command for it. */
async function runWithRetry(stage, name) {
  const first = await runOnce(stage, name, stage.command)
  if (!stage.again || first.code === 0 || !first.counted.files) return first
  const failed = first.counted.files.filter((one) => one.hasFailed).map((one) => one.name)
  // An error outside of the tests can come from any file, so all of them run again.
  if (failed.length === 0) say(`! ${name}: an error outside of the tests, run again`)
  const second = await runOnce(stage, name, stage.again(failed))
  if (!second.counted.files) return first
  const output = first.output + second.output
  return { code: second.code, output, counted: withSecondRun(first.counted, second.counted) }
}

async function runOnce(stage, name, command) {
  rmSync(report(name), { force: true })
  const { code, output } = await runOrFail(stage, command)
  const counted = stage.report?.(report(name)) ?? { passed: code === 0 ? 1 : 0, failed: 0 }
  return { code, output, counted }
}

async function runOrFail(stage, command) {
  try {
    return await run(command, stage.before?.() ?? {})
  } catch (error) {
    return { code: 1, output: `${error.message}\n` }
  }
}

function run(command, env) {
  const path = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH}`
  const child = spawn('bash', ['-c', command], {
    env: { ...process.env, ...env, PATH: path, TMPDIR: temporary, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
  })
}

function say(line) {
  process.stdout.write(`${line}\n`)
}
