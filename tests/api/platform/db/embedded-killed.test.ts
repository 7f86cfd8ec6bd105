import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startProcess } from '#support/server/processes/process.ts'

// These tests start a whole server, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const LONG = { timeout: 90_000 }

const dataDir = mkdtempSync(join(tmpdir(), 'split-test-killed-'))
const server = await startProcess({ env: { DATA_DIR: dataDir } })
await server.ready()
const ana = await signUp(server)
afterAll(async () => {
  await server.end()
  rmSync(dataDir, { recursive: true, force: true })
})

const postmaster = () =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

test('the server restarts a killed database with its data, and links redirect', async () => {
  const link = await addLink(ana, 'http://127.0.0.1:9/kept')
  const target = async () =>
    (await server.request('GET', `/s/${link.short_code}`)).headers.get('location')
  expect(await target()).toBe(link.url)
  const killed = postmaster()
  process.kill(killed, 'SIGKILL')
  expect(await target()).toBe(link.url)
  await expect.poll(() => server.output.err, LONG).toContain('the database is back')
  await server.ready()
  expect(postmaster()).not.toBe(killed)
  expect(await ana.get(`/v2/my/links/${link.uuid}/`)).toMatchObject({ url: link.url })

  server.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  expect(() => process.kill(killed, 0)).toThrow('ESRCH')
})
