// @vitest-environment node
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { foreignConnections, WATCH_CONNECTIONS } from '#support/watch-connections.ts'

const run = promisify(execFile)

/** Maximum time for two builds on a busy machine. */
const LONGEST_MS = 240_000

test('the connection watcher reports a connection', async () => {
  const ask = `require('net').connect(9, '127.0.0.2').on('error', () => {})`
  const env = { ...process.env, NODE_OPTIONS: WATCH_CONNECTIONS }
  const { stderr } = await run(process.execPath, ['-e', ask], { env })
  expect(foreignConnections(stderr)).toEqual(['watched: 127.0.0.2:9'])
})

test(
  'a build of the app and of the server calls no foreign host (R-617)',
  async () => {
    const out = mkdtempSync(join(tmpdir(), 'split-build-'))
    onTestFinished(() => rmSync(out, { recursive: true, force: true }))
    const env = { ...process.env, NODE_OPTIONS: WATCH_CONNECTIONS, NODE_ENV: 'production' }
    const vite = join('node_modules', 'vite', 'bin', 'vite.js')
    const app = ['build', '--mode', 'production', '--outDir', join(out, 'app')]
    const server = ['build', '--config', 'vite.server.config.ts', '--outDir', join(out, 'server')]
    for (const args of [app, server]) {
      const { stderr } = await run(process.execPath, [vite, ...args, '--emptyOutDir'], {
        env,
        maxBuffer: 16 * 1024 * 1024,
      })
      expect(foreignConnections(stderr)).toEqual([])
    }
    expect(existsSync(join(out, 'app', 'index.html'))).toBe(true)
    expect(existsSync(join(out, 'server', 'main.js'))).toBe(true)
  },
  LONGEST_MS,
)
