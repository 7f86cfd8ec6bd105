import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'

/** Number of connections, more than node's default backlog of 511. */
const AT_ONCE = 1000

let running: Process | undefined
const dataDir = mkdtempSync(join(tmpdir(), 'split-test-waiting-'))
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  running?.kill('SIGCONT')
  await running?.end()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Returns the system's maximum backlog, or 0 on systems other than Linux. */
function mostHere(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  } catch {
    return 0
  }
}

test.skipIf(mostHere() < AT_ONCE)(
  'a thousand connections that come at once find room, while the server is busy',
  async () => {
    running = await startReadyProcess({ env: { DATA_DIR: dataDir } })
    const port = Number(new URL(running.origin).port)
    // The stopped process accepts no connection, so all of them wait.
    running.kill('SIGSTOP')
    let waiting = 0
    for (let n = 0; n < AT_ONCE; n += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => (waiting += 1))
      socket.on('error', () => {})
      sockets.push(socket)
    }
    await expect.poll(() => waiting, { timeout: 30_000 }).toBe(AT_ONCE)
  },
)
