import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { links } from '../../../server/platform/db/schema.ts'
import type { ShortLink } from '#contract/links.ts'
import {
  addLink,
  changes,
  editLink,
  LINKS,
  linkPath,
  readLink,
  search,
} from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { addLink as storeLink, eventsOf, visit } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  ana = await signUp(server)
})
afterAll(() => server.stop())

const HOUR = 60 * 60 * 1000
const from = (now: number) => new Date(now).toISOString()
const at = (link: ShortLink) => visit(server, `/s/${link.short_code}`)

async function edited(edit: object): Promise<ShortLink> {
  const { status, body } = await editLink(ana, await addLink(ana), edit)
  expect(status).toBe(200)
  return body
}

async function refused(edit: object): Promise<unknown> {
  const { status, body } = await editLink(ana, await addLink(ana), edit)
  expect(status).toBe(400)
  return body.errors
}

describe('what an edit says of the end', () => {
  test('a new link has none and passes nothing on', async () => {
    expect(await readLink(ana, await addLink(ana))).toMatchObject({
      expires_at: null,
      fallback_url: '',
      pass_query: false,
      is_blocked: false,
    })
  })

  test('end, fallback and switch are kept, told in UTC, and go out with the next delta', async () => {
    const link = await addLink(ana)
    const { cursor } = await search(ana)
    const { body } = await editLink(ana, link, {
      expires_at: '2031-05-01T12:00:00+02:00',
      fallback_url: 'other.example',
      pass_query: true,
    })
    const wanted = {
      expires_at: '2031-05-01T10:00:00.000Z',
      fallback_url: 'http://other.example/',
      pass_query: true,
    }
    expect(body).toMatchObject(wanted)
    const { results } = await changes(ana, cursor)
    expect(results.find(({ uuid }) => uuid === link.uuid)).toMatchObject(wanted)
  })

  test('fields left out stay, null and empty text clear them', async () => {
    const link = await edited({ expires_at: '2031-05-01T10:00:00Z', fallback_url: 'a.example' })
    const renamed = await editLink(ana, link, { name: 'Lamp' })
    expect(renamed.body).toMatchObject({ fallback_url: 'http://a.example/' })
    expect(renamed.body.expires_at).toBe('2031-05-01T10:00:00.000Z')
    const cleared = await editLink(ana, link, { expires_at: null, fallback_url: '' })
    expect(cleared.body).toMatchObject({ expires_at: null, fallback_url: '' })
  })

  test('saving the same again changes nothing', async () => {
    const quiet = await createTestServer()
    const eve = await signUp(quiet)
    const edit = { expires_at: '2031-05-01T10:00:00Z', fallback_url: 'http://a.example/' }
    const { body } = await editLink(eve, await addLink(eve), edit)
    expect((await editLink(eve, body, edit)).body.updated_at).toBe(body.updated_at)
    await quiet.stop()
  })

  test.each([
    'tomorrow',
    '',
    '2031-05-01',
    '2031-02-30T10:00:00Z',
    '2031-13-01T10:00:00Z',
    '2031-05-01T10:00:00',
    12,
  ])('%j is no moment', async (expires_at) => {
    expect(await refused({ expires_at })).toEqual({ expires_at: ['Enter a date and a time.'] })
  })

  test.each([
    ['javascript:alert(1)', 'Only http and https links can be shortened.'],
    ['ftp://a.example/', 'Only http and https links can be shortened.'],
    ['lamp', 'Enter a valid URL, like https://example.com/page.'],
    ['https://ana:secret@a.example/', 'Take the user name and password out of this URL.'],
    [`https://a.example/${'a'.repeat(2000)}`, 'Keep this under 2000 characters.'],
  ])('a fallback like %.40s is refused on its field', async (fallback_url, message) => {
    expect(await refused({ fallback_url })).toEqual({ fallback_url: [message] })
  })

  test('a fallback to a short link of ours would be a loop', async () => {
    const { split_url } = await addLink(ana)
    expect(await refused({ fallback_url: split_url })).toEqual({
      fallback_url: ['This is already a short link.'],
    })
  })

  test('another person’s link is not there to be ended', async () => {
    const eve = await signUp(server)
    const link = await addLink(ana)
    const answer = await eve.send('PATCH', linkPath(link), { expires_at: from(Date.now()) })
    expect(answer.status).toBe(404)
    expect((await readLink(ana, link)).expires_at).toBeNull()
  })

  test('a clone has the fallback and an end that is to come, not one that is over (R-167)', async () => {
    const more = { fallback_url: 'http://a.example/', pass_query: true }
    const coming = await edited({ expires_at: '2031-05-01T10:00:00Z', ...more })
    expect(await clone(coming)).toMatchObject({ ...more, expires_at: '2031-05-01T10:00:00.000Z' })
    const over = await edited({ expires_at: from(Date.now() - HOUR), ...more })
    expect(await clone(over)).toMatchObject({ ...more, expires_at: null })
  })
})

describe('the end itself', () => {
  test('up to its moment the link leads to its target, from then on it says that it has ended', async () => {
    const now = vi.spyOn(Date, 'now')
    const end = Date.UTC(2031, 4, 1, 10)
    const link = await edited({ expires_at: from(end) })
    now.mockReturnValue(end - 1)
    expect(await at(link)).toMatchObject({ status: 302, location: link.target_url })
    now.mockReturnValue(end)
    const answer = await at(link)
    now.mockRestore()
    expect(answer).toMatchObject({ status: 410, location: undefined })
    expect(answer.body).toContain('This link has ended')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('with a fallback people go there instead', async () => {
    const link = await edited({
      expires_at: from(Date.now() - HOUR),
      fallback_url: 'https://a.example/next?x=1',
    })
    const answer = await visit(server, `/s/${link.short_code}?x=2`)
    expect(answer).toMatchObject({ status: 302, location: 'https://a.example/next?x=1', body: '' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('a visit after the end is no click; those before it stay counted', async () => {
    const link = await edited({ fallback_url: 'https://a.example/next' })
    await at(link)
    await editLink(ana, link, { expires_at: from(Date.now() - HOUR) })
    await at(link)
    await at(link)
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1 })
    expect(await eventsOf(server, { ...(await stored(link)) })).toHaveLength(1)
  })

  test('ended now, begun again: each holds from the answer of its edit on', async () => {
    const link = await addLink(ana)
    expect((await at(link)).status).toBe(302)
    await editLink(ana, link, { expires_at: from(Date.now()) })
    expect((await at(link)).status).toBe(410)
    await editLink(ana, link, { expires_at: null })
    expect(await at(link)).toMatchObject({ status: 302, location: link.target_url })
  })

  test('HEAD and a code from before a rename end with it', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { short_code: `re-${link.short_code}`, expires_at: from(Date.now()) })
    const old = `/s/${link.short_code}`
    expect(await visit(server, old)).toMatchObject({ status: 410 })
    expect(await visit(server, old, { method: 'HEAD' })).toMatchObject({ status: 410, body: '' })
  })

  test('an ended link is still there for its owner', async () => {
    const link = await edited({ expires_at: from(Date.now() - HOUR) })
    expect((await search(ana)).results.some(({ uuid }) => uuid === link.uuid)).toBe(true)
  })

  test('a fallback that no browser should follow is never sent', async () => {
    const link = await storeLink(server, {
      expiresAt: new Date(0),
      fallbackUrl: 'javascript:alert(1)',
    })
    expect(await visit(server, `/s/${link.shortCode}`)).toMatchObject({ status: 410 })
  })
})

const clone = async (link: ShortLink) =>
  ((await (await ana.send('POST', `${linkPath(link)}clone/`)).json()) as { result: ShortLink })
    .result

async function stored(link: ShortLink) {
  const [row] = await server.deps.db.select().from(links).where(eq(links.id, link.uuid))
  if (!row) throw new Error(`no row for ${LINKS}${link.uuid}`)
  return row
}
