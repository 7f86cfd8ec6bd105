import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { startTestServer } from '#support/server/test-app.ts'
import { installedProgram } from '../../../../scripts/programs.mjs'

const promtool = process.env['PROMTOOL'] ?? installedProgram(['promtool'])
/** Reason for skipping, as part of the names of the tests. */
const MISSING = promtool ? '' : ' (skipped: the program promtool is missing)'

const check = (args: string[], input = '') =>
  execFileSync(promtool ?? '', ['check', ...args], { input, encoding: 'utf8', stdio: 'pipe' })

test.skipIf(!promtool)(`promtool finds no fault in the metrics${MISSING}`, async () => {
  const server = await startTestServer({ listen: true })
  const answer = await server.request('GET', '/metrics')
  const text = await answer.text()
  expect(text).toContain('split_info')
  expect(check(['metrics'], text)).toBe('')
  expect(() => check(['metrics'], text.replaceAll('_total', '_sum'))).toThrow(/counter metrics/)
})

test.skipIf(!promtool)(`promtool finds no fault in the alerts${MISSING}`, () => {
  expect(check(['rules', 'deploy/alerts.yml'])).toContain('10 rules found')
})
