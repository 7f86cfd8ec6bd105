import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { links } from '../../../server/platform/db/schema.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addLink,
  changes,
  editLink,
  linkPath,
  readLink,
  search,
  type Made,
} from '#support/server/links.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { signUp } from '#support/server/people.ts'
import { addLink as storeLink, eventsOf, visit } from '#support/server/links/short-links.ts'
import { createTestServer } from '#support/server/test-app.ts'

const { server, ana } = await startWithCreator({ listen: true })

const HOUR = 60 * 60 * 1000
const from = (now: number) => new Date(now).toISOString()
const at = (link: ShortLink) => visit(server, `/s/${link.short_code}`)

const editNew = async (edit: object) => editLink(ana, await addLink(ana), edit)

async function edited(edit: object): Promise<ShortLink> {
  const { status, body } = await editNew(edit)
  expect(status).toBe(200)
  return body
}

describe('expiry in an edit', () => {
  test('is empty for a new link', async () => {
    const none = { expires_at: null, fallback_url: '', pass_query: false, is_blocked: false }
    expect(await readLink(ana, await addLink(ana))).toMatchObject(none)
  })

  test('is stored with fallback and query setting, in UTC, and is in the next delta', async () => {
    const link = await addLink(ana)
    const { cursor } = await search(ana)
    const end = { expires_at: '2031-05-01T12:00:00+02:00', pass_query: true }
    const { body } = await editLink(ana, link, { ...end, fallback_url: 'other.example' })
    const utc = { expires_at: '2031-05-01T10:00:00.000Z', pass_query: true }
    const wanted = { ...utc, fallback_url: 'http://other.example/' }
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

  const DAYS = ['2031-05-01', '2031-02-30T10:00:00Z', '2031-13-01T10:00:00Z', '2031-05-01T10:00:00']
  test.each(['tomorrow', '', 12, ...DAYS])('refuses %j', async (expires_at) => {
    const refused = fieldError('expires_at', 'Enter a date and a time.')
    expect(await editNew({ expires_at })).toEqual(refused)
  })

  test.each([
    ['javascript:alert(1)', 'Only http and https links can be shortened.'],
    ['ftp://a.example/', 'Only http and https links can be shortened.'],
    ['lamp', 'Enter a valid URL, like https://example.com/page.'],
    ['https://ana:secret@a.example/', 'Remove the user name and password from this URL.'],
    [`https://a.example/${'a'.repeat(2000)}`, 'Keep this under 2000 characters.'],
  ])('a fallback like %.40s is refused on its field', async (fallback_url, message) => {
    expect(await editNew({ fallback_url })).toEqual(fieldError('fallback_url', message))
  })

  test('a fallback to a short link of ours would be a loop', async () => {
    const { split_url } = await addLink(ana)
    const refused = fieldError('fallback_url', 'This is already a short link.')
    expect(await editNew({ fallback_url: split_url })).toEqual(refused)
  })

  test('is a 404 for another person’s link', async () => {
    const eve = await signUp(server)
    const link = await addLink(ana)
    expect((await editLink(eve, link, { expires_at: from(Date.now()) })).status).toBe(404)
    expect((await readLink(ana, link)).expires_at).toBeNull()
  })

  test('is cloned with the fallback, unless it is in the past (R-167)', async () => {
    const more = { fallback_url: 'http://a.example/', pass_query: true }
    const coming = await edited({ expires_at: '2031-05-01T10:00:00Z', ...more })
    expect(await clone(coming)).toMatchObject({ ...more, expires_at: '2031-05-01T10:00:00.000Z' })
    const over = await edited({ expires_at: from(Date.now() - HOUR), ...more })
    expect(await clone(over)).toMatchObject({ ...more, expires_at: null })
  })
})

describe('an expired link', () => {
  test('redirects until its expiry, and then shows that it has ended', async () => {
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

  test('redirects to its fallback', async () => {
    const fallback_url = 'https://a.example/next?x=1'
    const link = await edited({ expires_at: from(Date.now() - HOUR), fallback_url })
    const answer = await visit(server, `/s/${link.short_code}?x=2`)
    expect(answer).toMatchObject({ status: 302, location: fallback_url, body: '' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('counts no more clicks and keeps earlier ones', async () => {
    const link = await edited({ fallback_url: 'https://a.example/next' })
    await at(link)
    await editLink(ana, link, { expires_at: from(Date.now() - HOUR) })
    await at(link)
    await at(link)
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1 })
    expect(await eventsOf(server, await stored(link))).toHaveLength(1)
  })

  test('ends or works again as soon as its edit is answered', async () => {
    const link = await addLink(ana)
    expect((await at(link)).status).toBe(302)
    await editLink(ana, link, { expires_at: from(Date.now()) })
    expect((await at(link)).status).toBe(410)
    await editLink(ana, link, { expires_at: null })
    expect(await at(link)).toMatchObject({ status: 302, location: link.target_url })
  })

  test('ends for HEAD and for former codes too', async () => {
    const link = await addLink(ana)
    await editLink(ana, link, { short_code: `re-${link.short_code}`, expires_at: from(Date.now()) })
    const old = `/s/${link.short_code}`
    expect(await visit(server, old)).toMatchObject({ status: 410 })
    expect(await visit(server, old, { method: 'HEAD' })).toMatchObject({ status: 410, body: '' })
  })

  test('is still listed for its owner', async () => {
    const link = await edited({ expires_at: from(Date.now() - HOUR) })
    expect((await search(ana)).results.some(({ uuid }) => uuid === link.uuid)).toBe(true)
  })

  test('never redirects to an unsafe fallback', async () => {
    const fallbackUrl = 'javascript:alert(1)'
    const link = await storeLink(server, { expiresAt: new Date(0), fallbackUrl })
    expect(await visit(server, `/s/${link.shortCode}`)).toMatchObject({ status: 410 })
  })
})

const clone = async (link: ShortLink) =>
  (await ask<Made>(ana, 'POST', `${linkPath(link)}clone/`)).body.result

async function stored(link: ShortLink) {
  const [row] = await server.deps.db.select().from(links).where(eq(links.id, link.uuid))
  if (!row) throw new Error(`no row for ${link.uuid}`)
  return row
}
