import { describe, expect, onTestFinished, test } from 'vitest'
import type { Ceilings } from '../../../server/platform/config/config.ts'
import { ask, fieldError, expectTooMany } from '#support/server/asking.ts'
import { dryRun, importFile } from '#support/server/links/imports.ts'
import { addLink, editLink, LINKS, linkPath, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type Overrides } from '#support/server/test-app.ts'

const ROOMY: Ceilings = {
  links: 1000,
  linksPerHour: 1000,
  searchesPerMinute: 1000,
  formerCodes: 20,
}
const FULL = 'You have 3 links, the maximum per account on this server.'

/** Server with high limits. Tests start others with limits of their own. */
const roomy = await startTestServer({ listen: true, ceilings: ROOMY })

async function serverWith(ceilings: Partial<Ceilings>, more: Overrides = { sharedServer: roomy }) {
  const limits = { ceilings: { ...ROOMY, ...ceilings } }
  const server = await createTestServer({ listen: true, ...limits, ...more })
  onTestFinished(() => server.stop())
  return server
}

/** Starts a server with its own database, because any server of a database may run its imports. */
const serverAlone = (ceilings: Partial<Ceilings>) => serverWith(ceilings, {})

const create = (person: Person, headers = {}) =>
  ask(person, 'POST', LINKS, { url: 'https://shop.example/lamp' }, headers)

describe('links of a person', () => {
  test('above the limit are refused when created or cloned, also at the same time', async () => {
    const ana = await signUp(await serverWith({ links: 3 }))
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(ana)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 400, 400, 400])
    const refused = fieldError('non_field_errors', FULL)
    expect(await create(ana)).toEqual(refused)
    const { results, count } = await search(ana)
    expect(count).toBe(3)
    const clone = `${linkPath(results[0] ?? { uuid: '' })}clone/`
    expect(await ask(ana, 'POST', clone)).toEqual(refused)
  })

  test('at the limit: repeating the last creation with its key is not refused', async () => {
    const ana = await signUp(await serverWith({ links: 1 }))
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    expect((await create(ana, headers)).status).toBe(201)
    expect((await create(ana, headers)).status).toBe(201)
    expect((await create(ana)).status).toBe(400)
  })

  test('of an import count too: rows above the limit get an error', async () => {
    const server = await serverAlone({ links: 3 })
    const ana = await signUp(server)
    await addLink(ana)
    const rows = ['a', 'b', 'c', 'd'].map((page) => `https://shop.example/${page}`)
    const file = ['url', ...rows].join('\n')
    const plan = await dryRun(ana, file)
    expect(plan.counts).toEqual({ new: 2, existing: 0, recoded: 0, errors: 2 })
    expect(plan.problems[0]?.message).toBe(FULL)
    expect((await importFile(ana, file)).counts).toMatchObject({ new: 2, errors: 2 })
    expect((await search(ana)).count).toBe(3)
  })
})

describe('links within an hour', () => {
  test('above the limit are refused with Retry-After, for this person only', async () => {
    const server = await serverWith({ linksPerHour: 2 })
    const [ana, ben] = [await signUp(server), await signUp(server)]
    await addLink(ana)
    await addLink(ana)
    const refused = await ana.send('POST', LINKS, { url: 'https://shop.example/lamp' })
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect((await create(ben)).status).toBe(201)
    await server.deps.sql`update throttle set reset_at = now() where key = ${`links:${ana.uuid}`}`
    expect((await create(ana)).status).toBe(201)
  })

  test('include imported links, whatever the dates of the rows', async () => {
    const server = await serverAlone({ linksPerHour: 2 })
    const ana = await signUp(server)
    const rows = ['a', 'b', 'c'].map((page) => `https://shop.example/${page},2020-01-01`)
    const done = await importFile(ana, ['url,created_at', ...rows].join('\n'))
    expect(done.counts).toMatchObject({ new: 2, errors: 1 })
    expect((await create(ana)).status).toBe(429)
  })
})

test('too many searches within a minute are refused with Retry-After', async () => {
  const server = await serverWith({ searchesPerMinute: 3 })
  const [ana, ben] = [await signUp(server), await signUp(server)]
  for (let n = 0; n < 3; n++) await search(ana)
  expectTooMany(await ana.send('POST', `${LINKS}search/`, {}))
  expect((await ben.send('POST', `${LINKS}search/`, {})).status).toBe(200)
})

test('a link keeps a limited number of former codes and can take one of them again', async () => {
  const ana = await signUp(await serverWith({ formerCodes: 2 }))
  const link = await addLink(ana)
  const codes = ['one', 'two', 'three'].map((name) => `${name}-${link.short_code}`)
  for (const short_code of codes.slice(0, 2)) {
    expect((await editLink(ana, link, { short_code })).status).toBe(200)
  }
  const refused = await editLink(ana, link, { short_code: codes[2] })
  expect(refused.status).toBe(400)
  expect(refused.body.errors['short_code']?.[0]).toContain('This link has had 2 earlier codes')
  expect((await editLink(ana, link, { short_code: link.short_code })).status).toBe(200)
  expect((await editLink(ana, link, { name: 'Any other change' })).status).toBe(200)
})
