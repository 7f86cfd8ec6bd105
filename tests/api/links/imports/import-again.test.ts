import { describe, expect, onTestFinished, vi } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { importLinks } from '../../../../server/links/imports/import-job.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask } from '#support/server/asking.ts'
import {
  allLinks,
  dryRun,
  waitForImport,
  IMPORT,
  importFile,
  lines,
  outcomesOf,
  readImport,
  start,
} from '#support/server/links/imports.ts'
import { addLink, editLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)

const unchanging = (links: ShortLink[]) =>
  links.map(({ uuid, url, short_code, name, updated_at }) =>
    [uuid, url, short_code, name, updated_at].join(),
  )

const MIXED = (mark: string) =>
  lines(
    'url,code,title',
    `https://shop.example/${mark}/1,${mark}-one,One`,
    `https://shop.example/${mark}/2,${mark}-taken,Taken`,
    `https://shop.example/${mark}/3,,No code`,
    `https://shop.example/${mark}/3,,The same again`,
    `https://shop.example/${mark}/4,${mark}-ONE,Same code elsewhere`,
    `https://shop.example/${mark}/1,${mark}-One,The first again`,
  )

async function takenBySomebody(code: string) {
  const ben = await signUp(server)
  await editLink(ben, await addLink(ben), { short_code: code })
}

describe('the same file twice', () => {
  test('adds nothing the second time, whatever happened to its codes', async ({ ana }) => {
    await takenBySomebody('twice-taken')
    const first = await importFile(ana, MIXED('twice'))
    expect(first.counts).toEqual({ new: 4, existing: 2, recoded: 2, errors: 0 })
    const before = unchanging(await allLinks(ana))
    const again = { new: 0, existing: 6, recoded: 0, errors: 0 }
    expect((await dryRun(ana, MIXED('twice'))).counts).toEqual(again)
    expect((await importFile(ana, MIXED('twice'))).counts).toEqual(again)
    expect(unchanging(await allLinks(ana))).toEqual(before)
  })

  test('adds nothing after its links were edited, renamed or hidden', async ({ ana }) => {
    await importFile(ana, MIXED('edited'))
    for (const [index, link] of (await allLinks(ana)).entries()) {
      await editLink(ana, link, {
        url: `https://elsewhere.example/${index}`,
        short_code: `edited-anew-${index}`,
        name: `Renamed ${index}`,
        is_hidden: index === 0,
      })
    }
    expect((await importFile(ana, MIXED('edited'))).counts).toMatchObject({ new: 0, existing: 6 })
  })

  test('finds manually created links by code and URL, or by URL alone', async ({ ana }) => {
    const link = await addLink(ana, 'https://shop.example/by-hand')
    const renamed = await addLink(ana, 'https://shop.example/renamed')
    await editLink(ana, renamed, { short_code: 'hand-renamed' })
    const plan = await dryRun(
      ana,
      'url,code',
      `https://shop.example/by-hand,${link.short_code.toUpperCase()}`,
      'https://shop.example/by-hand,',
      // The link's previous code, which still redirects to it.
      `https://shop.example/renamed,${renamed.short_code}`,
      `https://shop.example/else,${link.short_code}`,
    )
    expect(outcomesOf(plan)).toEqual(['2 existing', '3 existing', '4 existing', '5 recoded'])
    expect(plan.problems[0]?.message).toBe(
      `Your link ${link.short_code} leads elsewhere, so this row gets a new code.`,
    )
  })

  test('of two people creates separate links', async ({ ana, ben }) => {
    await importFile(ana, MIXED('people'))
    const second = await importFile(ben, MIXED('people'))
    // Rows that request one of Ana's codes get a new one.
    expect(second.counts).toEqual({ new: 4, existing: 2, recoded: 3, errors: 0 })
    expect(await allLinks(ana)).toHaveLength(4)
    expect(await allLinks(ben)).toHaveLength(4)
  })

  test('sent at once is one import', async () => {
    const idle = await createTestServer()
    const ana = await signUp(idle)
    const file = lines('url', 'https://shop.example/once')
    const answers = await Promise.all([1, 2, 3].map(() => start(ana, file)))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1)
    const other = await start(ana, 'url', 'https://shop.example/other')
    expect([other.status, other.body.errors]).toEqual([
      400,
      { file: ['Another import is running. Wait until it ends, or stop it first.'] },
    ])
    await idle.stop()
  })
})

const THOUSAND = lines(
  'url,code,title,collection',
  ...Array.from(
    { length: 1000 },
    (_, i) => `https://shop.example/k/${i},k-${i},Link ${i},Lot ${i % 3}`,
  ),
)

/** Blocks every import of the file at row 500. Returns a function that releases it. */
async function holdUp(on: TestServer) {
  const ben = await signUp(on)
  const { sql: blocker } = connect(on.database.address, { max: 1 })
  await blocker`begin`
  await blocker`
    insert into links (user_id, short_code, name, url, host)
    values (${ben.uuid}, 'k-500', 'x', 'https://x.example/', 'x.example')`
  return async () => {
    await blocker`rollback`
    await blocker.end()
  }
}

/** Waits until the import is blocked at its next rows. */
const heldUp = (on: TestServer, person: Person, id: string) =>
  vi.waitFor(
    async () => {
      expect((await readImport(person, id)).done).toBe(500)
      const waiting = await on.deps.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    },
    { timeout: 15_000, interval: 20 },
  )

/** Starts an import whose process stops after 600 rows. */
async function brokenOff() {
  const idle = await createTestServer()
  onTestFinished(() => idle.stop())
  const ana = await signUp(idle)
  const letGo = await holdUp(idle)
  const { result } = await start(ana, THOUSAND)
  const goingDown = new AbortController()
  const running = importLinks(idle.deps, { importId: result.id }, goingDown.signal)
  await heldUp(idle, ana, result.id)
  goingDown.abort()
  /** Ends the interrupted import. */
  const end = async () => {
    await letGo()
    await expect(running).rejects.toThrow('aborted')
  }
  return { idle, ana, id: result.id, end }
}

describe('an import that is interrupted', () => {
  test('is finished by the next start, with each link once', async () => {
    const { idle, ana, id, end } = await brokenOff()
    // Both the aborted run and the new one are now at the same rows.
    await idle.deps.jobs.start()
    await end()
    const counts = { new: 1000, existing: 0 }
    expect(await waitForImport(ana, id)).toMatchObject({ status: 'done', done: 1000, counts })
    await expectEachOnce(idle, ana)
  }, 60_000)

  test('creates no link twice when the file is sent again', async () => {
    const { idle, ana, id, end } = await brokenOff()
    await end()
    // Simulates that no process continued the import.
    await idle.deps.sql`delete from graphile_worker._private_jobs`
    await idle.deps.sql`update link_imports set status = 'failed', finished_at = now()`
    expect((await readImport(ana, id)).done).toBe(600)
    await idle.deps.jobs.start()
    const again = await importFile(ana, THOUSAND)
    expect(again.counts).toEqual({ new: 400, existing: 600, recoded: 0, errors: 0 })
    await expectEachOnce(idle, ana)
  }, 60_000)
})

async function expectEachOnce(on: TestServer, person: Person) {
  const [row] = await on.deps.sql`
    select count(*)::int as links, count(distinct url)::int as urls,
      count(distinct short_code)::int as codes,
      (select count(*)::int from collection_links) as joins,
      (select count(*)::int from collections) as collections
    from links where user_id = ${person.uuid}`
  expect(row).toEqual({ links: 1000, urls: 1000, codes: 1000, joins: 1000, collections: 3 })
}

describe('an import that is stopped', () => {
  test('keeps the links it has created and creates no more', async () => {
    const { idle, ana, id, end } = await brokenOff()
    await end()
    const cancelled = { status: 'cancelled', done: 600 }
    expect(await ask(ana, 'POST', `${IMPORT}${id}/cancel/`)).toMatchObject({
      status: 200,
      body: { ...cancelled, finished_at: expect.any(String) },
    })
    await idle.deps.jobs.start()
    // The next import can start.
    const next = await importFile(ana, 'url', 'https://shop.example/after')
    expect(next.counts.new).toBe(1)
    expect(await readImport(ana, id)).toMatchObject(cancelled)
    expect((await search(ana)).count).toBe(601)
  }, 60_000)

  test('is unchanged if it had ended', async ({ ana }) => {
    const { id } = await importFile(ana, 'url', 'https://shop.example/done')
    const { body } = await ask(ana, 'POST', `${IMPORT}${id}/cancel/`)
    expect(body).toMatchObject({ status: 'done', done: 1 })
  })
})

test('imports are listed newest first, and the file is deleted at the end', async ({ ana }) => {
  const one = await importFile(ana, 'url', 'https://shop.example/one')
  const two = await importFile(ana, 'url', 'https://shop.example/two')
  const { body } = await ask(ana, 'GET', IMPORT)
  expect(body).toEqual({ results: [two, one], next: null, count: 2 })
  const rows = await server.deps.sql`select content from link_imports where id = ${one.id}`
  expect([...rows]).toEqual([{ content: null }])
})
