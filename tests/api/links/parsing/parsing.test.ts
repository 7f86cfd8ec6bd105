import { afterEach, describe, expect, test, vi } from 'vitest'
import { ParsingEnded } from '../../../../server/links/parsing/in-thread.ts'
import { createParsing } from '../../../../server/links/parsing/parsing.ts'
import { IMPORT_MEMORY_TEXT, IMPORT_TIME_TEXT } from '#contract/imports.ts'
import { waitForPage } from '#support/server/links/extraction.ts'
import {
  dryRun,
  waitForImport,
  lines,
  importError,
  sendImport,
  start,
} from '#support/server/links/imports.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import { NEVER_ENDS, TAKES_ALL_MEMORY } from '#support/server/processes/stuck-thread.ts'
import { createTestServer, type Overrides, type TestServer } from '#support/server/test-app.ts'

// These tests start threads, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const entry = new URL('../../../support/server/processes/stuck-thread.ts', import.meta.url)
const soon = { page: 4000, file: 4000 }
const never = { page: 3_600_000, file: 3_600_000 }
const STUCK = lines('url', `https://shop.example/${NEVER_ENDS}`)
const GOOD = lines('url', 'https://shop.example/1', 'https://shop.example/2')

let server: TestServer
afterEach(() => server?.stop())
/** Starts the server of a test. Returns a creator. */
async function open(overrides: Overrides) {
  server = await createTestServer(overrides)
  return signUp(server)
}

/** Returns the promise and whether it has settled. */
function watched<T>(promise: Promise<T>) {
  const state = { isOver: false }
  const over = () => {
    state.isOver = true
  }
  promise.then(over, over)
  return state
}

describe('while parsing hangs', () => {
  test('redirects are answered, and so is everything else', async () => {
    const ana = await open({ listen: true, parsing: { entry, deadlines: never } })
    const link = await addLink(ana)
    await dryRun(ana, GOOD)
    const stuck = Promise.resolve(sendImport(ana, STUCK, '?dry_run=true'))
    const state = watched(stuck)
    for (let round = 0; round < 50; round += 1) {
      expect((await server.request('GET', `/s/${link.short_code}`)).status).toBe(302)
      expect((await ana.send('GET', '/v1/users/me')).status).toBe(200)
    }
    expect(state.isOver).toBe(false)
    await server.deps.parsing.stop()
    expect((await stuck).status).toBe(500)
  })

  test('the event loop of the server is not blocked', async () => {
    const parsing = createParsing({ entry, deadlines: never })
    const body = Buffer.from('<title>Fine</title>')
    const page = { body, charset: 'utf-8', url: 'https://a.example/' }
    expect((await parsing.page(page)).title).toBe('Fine')
    const stuck = parsing.page({ ...page, body: Buffer.from(NEVER_ENDS) })
    const state = watched(stuck)
    for (let turns = 0; turns < 1000; turns += 1) await new Promise((next) => setImmediate(next))
    expect(state.isOver).toBe(false)
    await parsing.stop()
    await expect(stuck).rejects.toThrow('parsing has stopped')
  })
})

describe('parsing that takes too long', () => {
  test('refuses the file, and the next file is read', async () => {
    const ana = await open({ parsing: { entry, deadlines: soon } })
    expect(await importError(ana, STUCK)).toBe(IMPORT_TIME_TEXT)
    expect((await dryRun(ana, GOOD)).counts.new).toBe(2)
  })

  test('ends the import with that reason', async () => {
    const ana = await open({ parsing: { entry, deadlines: soon } })
    const { result } = await start(ana, GOOD)
    await server.deps.sql`update link_imports set content = ${STUCK}`
    await server.deps.jobs.start()
    const failed = { status: 'failed', message: IMPORT_TIME_TEXT }
    expect(await waitForImport(ana, result.id)).toMatchObject(failed)
  })

  test('leaves a link without a title, with an error', async () => {
    const ana = await open({ parsing: { entry, deadlines: soon } })
    const site = await startShopSite()
    const link = await addLink(ana, site.product('/stuck', `<title>${NEVER_ENDS}</title>`))
    const next = await addLink(ana, site.product('/next', '<title>Next</title>'))
    await server.deps.jobs.start()
    expect((await waitForPage(ana, link)).meta_extraction_error).toBe('too_large')
    const read = { name: 'Next', meta_extraction_error: null }
    expect(await waitForPage(ana, next)).toMatchObject(read)
    await site.stop()
  })

  test('does not affect another file: it continues with each row once', async () => {
    const parsing = createParsing({ entry, deadlines: soon })
    const urls = Array.from({ length: 950 }, (_, i) => `https://shop.example/${i}`)
    const config = { shortLinkHost: 'https://go.example', appOrigin: 'https://x.example' }
    const content = Buffer.from(lines('url', ...urls))
    const read = await parsing.withFile(content, { isText: false }, async (file) => {
      const found: (string | undefined)[] = []
      for await (const lot of file.lots({ config, ownDomains: [] }, 100)) {
        found.push(...lot.map(({ link }) => link?.url))
        if (found.length !== 300) continue
        const page = { body: Buffer.from(NEVER_ENDS), charset: undefined, url: urls[0] ?? '' }
        await expect(parsing.page(page)).rejects.toThrow(ParsingEnded)
      }
      return found
    })
    expect(read).toEqual(urls)
    await parsing.stop()
  })
})

test('parsing that takes too much memory only ends its own thread', async () => {
  const ana = await open({ parsing: { entry, deadlines: never } })
  expect(await importError(ana, 'url', TAKES_ALL_MEMORY)).toBe(IMPORT_MEMORY_TEXT)
  expect((await dryRun(ana, GOOD)).counts.new).toBe(2)
})
