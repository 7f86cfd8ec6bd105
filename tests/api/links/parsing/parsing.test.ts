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
const open = async (overrides: Overrides) => (server = await createTestServer(overrides))

/** Returns the promise and whether it has settled. */
function watched<T>(promise: Promise<T>) {
  const state = { isOver: false }
  const over = () => {
    state.isOver = true
  }
  promise.then(over, over)
  return state
}

describe('while something is read that never ends', () => {
  test('redirects are answered, and so is everything else', async () => {
    await open({ listen: true, parsing: { entry, deadlines: never } })
    const ana = await signUp(server)
    const link = await addLink(ana)
    await dryRun(server, ana, GOOD)
    const stuck = Promise.resolve(sendImport(server, ana, STUCK, '?dry_run=true'))
    const state = watched(stuck)
    for (let round = 0; round < 50; round += 1) {
      expect((await server.request('GET', `/s/${link.short_code}`)).status).toBe(302)
      expect((await ana.send('GET', '/v1/users/me')).status).toBe(200)
    }
    expect(state.isOver).toBe(false)
    await server.deps.parsing.stop()
    expect((await stuck).status).toBe(500)
  })

  test('the loop of the server keeps turning', async () => {
    const parsing = createParsing({ entry, deadlines: never })
    const page = {
      body: Buffer.from('<title>Fine</title>'),
      charset: 'utf-8',
      url: 'https://a.example/',
    }
    expect((await parsing.page(page)).title).toBe('Fine')
    const stuck = parsing.page({ ...page, body: Buffer.from(NEVER_ENDS) })
    const state = watched(stuck)
    for (let turns = 0; turns < 1000; turns += 1) await new Promise((next) => setImmediate(next))
    expect(state.isOver).toBe(false)
    await parsing.stop()
    await expect(stuck).rejects.toThrow('parsing has stopped')
  })
})

describe('what is not read in time', () => {
  test('is refused as a file, and the next file is read', async () => {
    await open({ parsing: { entry, deadlines: soon } })
    const ana = await signUp(server)
    expect(await importError(server, ana, STUCK)).toBe(IMPORT_TIME_TEXT)
    expect((await dryRun(server, ana, GOOD)).counts.new).toBe(2)
  })

  test('ends its import with that reason', async () => {
    await open({ parsing: { entry, deadlines: soon } })
    const ana = await signUp(server)
    const { result } = await start(server, ana, GOOD)
    await server.deps.sql`update link_imports set content = ${STUCK}`
    await server.deps.jobs.start()
    expect(await waitForImport(ana, result.id)).toMatchObject({
      status: 'failed',
      message: IMPORT_TIME_TEXT,
    })
  })

  test('leaves a link without the title of its page, and says so', async () => {
    await open({ parsing: { entry, deadlines: soon } })
    const site = await startShopSite()
    const ana = await signUp(server)
    const link = await addLink(ana, site.product('/stuck', `<title>${NEVER_ENDS}</title>`))
    const next = await addLink(ana, site.product('/next', '<title>Next</title>'))
    await server.deps.jobs.start()
    expect((await waitForPage(ana, link)).meta_extraction_error).toBe('too_large')
    expect(await waitForPage(ana, next)).toMatchObject({
      name: 'Next',
      meta_extraction_error: null,
    })
    await site.stop()
  })

  test('costs a file beside it nothing: it goes on where it was, each row once', async () => {
    const parsing = createParsing({ entry, deadlines: soon })
    const urls = Array.from({ length: 950 }, (_, i) => `https://shop.example/${i}`)
    const rules = {
      config: { shortLinkHost: 'https://go.example', appOrigin: 'https://x.example' },
    }
    const read = await parsing.withFile(
      Buffer.from(lines('url', ...urls)),
      { isText: false },
      async (file) => {
        const found: (string | undefined)[] = []
        for await (const lot of file.lots({ ...rules, ownDomains: [] }, 100)) {
          found.push(...lot.map(({ link }) => link?.url))
          if (found.length !== 300) continue
          const page = { body: Buffer.from(NEVER_ENDS), charset: undefined, url: urls[0] ?? '' }
          await expect(parsing.page(page)).rejects.toThrow(ParsingEnded)
        }
        return found
      },
    )
    expect(read).toEqual(urls)
    await parsing.stop()
  })
})

test('what takes too much memory ends its own thread, and nothing else', async () => {
  await open({ parsing: { entry, deadlines: never } })
  const ana = await signUp(server)
  expect(await importError(server, ana, lines('url', TAKES_ALL_MEMORY))).toBe(IMPORT_MEMORY_TEXT)
  expect((await dryRun(server, ana, GOOD)).counts.new).toBe(2)
})
