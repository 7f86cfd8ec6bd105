import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { haproxyProgram, startHaproxy } from '#support/server/hosts/haproxy.ts'
import { startTestServer } from '#support/server/test-app.ts'

const isMissing = haproxyProgram === undefined
const MISSING = isMissing ? ' (skipped: the program haproxy is missing)' : ''

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
const port = new URL(server.origin ?? '').port
const folder = folderForThisFile()

/** Returns the status of /metrics, which only this machine may read, for a client at an address. */
const statusFrom = (origin: string, localAddress: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(`${origin}/metrics`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).on('error', reject)
  })

test.skipIf(isMissing)(`visitors of HAProxy do not seem to be local${MISSING}`, async () => {
  // All addresses of a test are on this machine, so one of them has to stand for another machine.
  const settings = readFileSync('deploy/haproxy.cfg', 'utf8')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, settings.replace('except 127.0.0.0/8', 'except 127.0.0.1'))
  const proxy = await startHaproxy([port, port], undefined, file)
  afterAll(() => proxy.stop())
  await vi.waitUntil(() => proxy.bothRun(), { timeout: 60_000, interval: 50 })

  expect(await statusFrom(proxy.origin, '127.0.0.1')).toBe(200)
  expect(await statusFrom(proxy.origin, '127.0.0.2')).toBe(404)
  const forged = { 'x-forwarded-for': '127.0.0.1' }
  expect(await statusFrom(proxy.origin, '127.0.0.2', forged)).toBe(404)
})
