import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IMPORT_DIED_TEXT, type LinkImport } from '#contract/imports.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { waitForPage } from '#support/server/links/extraction.ts'
import { IMPORT, lines, readImport } from '#support/server/links/imports.ts'
import { addLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { startShopSite, type ShopSite } from '#support/server/hosts/shop-site.ts'
import { freePort } from '#support/server/test-app.ts'

// These tests start whole servers, and a killed one is only detected after a while.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })
const PATIENCE = { timeout: 60_000, interval: 50 }

let env: Record<string, string>
let running: Process
let site: ShopSite
let ana: Person
beforeEach(async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'split-test-died-'))
  env = { DATA_DIR, PORT: String(await freePort()), ALLOW_PRIVATE_FETCH: '1' }
  site = await startShopSite()
  await begin()
  ana = await signUp(running)
})
afterEach(async () => {
  await running.end()
  await site.stop()
  rmSync(env['DATA_DIR'] ?? '', { recursive: true, force: true })
})

/** Starts a server with the same data and address. */
async function begin() {
  running = await startReadyProcess({ env })
}

async function killAndBegin() {
  running.kill('SIGKILL')
  await running.exit()
  await begin()
}

async function startImport(content: string): Promise<LinkImport> {
  const headers = { [TOKEN_HEADER]: ana.token, 'Content-Type': 'text/csv' }
  const init = { method: 'POST', headers, body: content }
  const response = await fetch(`${running.origin}${IMPORT}?dry_run=false`, init)
  return ((await response.json()) as { result: LinkImport }).result
}

const asked = (path: string) => site.paths().filter((one) => one === path).length

test('reading a page that killed the process twice is given up, and the next page is read', async () => {
  const link = await addLink(
    ana,
    site.put('/deadly', () => {}),
  )
  await vi.waitFor(() => expect(asked('/deadly')).toBe(1), PATIENCE)
  await killAndBegin()
  await vi.waitFor(() => expect(asked('/deadly')).toBe(2), PATIENCE)
  await killAndBegin()
  const next = await addLink(ana, site.product('/next', '<title>Next</title>'))
  expect((await waitForPage(ana, next)).name).toBe('Next')
  const given = await vi.waitFor(() => waitForPage(ana, link), PATIENCE)
  expect(given.meta_extraction_error).toBe('too_large')
  expect(asked('/deadly')).toBe(2)
  expect(running.output.out + running.output.err).toContain('job given up')
})

test('an import that killed the process twice fails with a reason, and the next import runs', async () => {
  const rows = Array.from({ length: 8000 }, (_, i) => `https://a.invalid/${i},Link ${i}`)
  const { id } = await startImport(lines('url,title', ...rows))
  const through = async (more: number) => {
    const { status, done } = await readImport(ana, id)
    expect(status).toBe('running')
    expect(done).toBeGreaterThan(more)
    return done
  }
  const first = await vi.waitFor(() => through(0), PATIENCE)
  await killAndBegin()
  await vi.waitFor(() => through(first + 100), PATIENCE)
  await killAndBegin()
  await vi.waitFor(
    async () =>
      expect(await readImport(ana, id)).toMatchObject({
        status: 'failed',
        message: IMPORT_DIED_TEXT,
      }),
    PATIENCE,
  )
  const next = await startImport(lines('url', 'https://a.invalid/next'))
  await vi.waitFor(
    async () => expect((await readImport(ana, next.id)).status).toBe('done'),
    PATIENCE,
  )
})
