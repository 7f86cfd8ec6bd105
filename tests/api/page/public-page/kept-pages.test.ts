import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { get } from 'node:http'
import { describe, expect, test, vi, onTestFinished } from 'vitest'
import { addPage } from '#support/server/page/pages.ts'
import { blockLink } from '../../../../server/operator/reports/link-blocks.ts'
import { addCollection, membersPath, REGULAR } from '#support/server/links/collections.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import * as made from '#support/server/page/public-pages.ts'
import { htmlOf, openPage, wordsOn } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const other = await startTestServer({ listen: true, sharedServer: server })
const ana = await signUp(server)
const slug = made.newSlug()
await addPage(ana, { slug, title: 'Ana Example', is_published: true })
const page = await made.pageOf(server, slug)
const sectionId = (await made.addSection(server, page, { title: 'Things' })).id

async function linkOnPage(name: string) {
  const link = await addLink(ana, `https://shop.example/${name}`)
  await server.deps.sql`insert into section_links (section_id, link_id, position)
    values (${sectionId}, ${link.uuid}, 0)`
  await editLink(ana, link, { name })
  return link
}

/**
 * Returns whether the changing process shows the text at once, after checking that the other
 * process comes to show the same. Both had the page in memory, so the change has been announced to
 * both.
 */
async function bothShow(text: string): Promise<boolean> {
  const isShown = (await wordsOn(server, slug)).includes(text)
  await expect.poll(async () => (await wordsOn(other, slug)).includes(text)).toBe(isShown)
  return isShown
}

describe('a change is visible at once, in every process', () => {
  test('of a link: created, renamed, hidden, shown, blocked', async () => {
    const link = await linkOnPage('Round vase')
    expect(await bothShow('Round vase')).toBe(true)
    await editLink(ana, link, { name: 'Square vase' })
    expect(await bothShow('Square vase')).toBe(true)
    await editLink(ana, link, { is_hidden: true })
    expect(await bothShow('Square vase')).toBe(false)
    await editLink(ana, link, { is_hidden: false })
    expect(await bothShow('Square vase')).toBe(true)
    const why = { why: 'A scam', rule: 'No scams', contact: 'a@b.example' }
    await blockLink(server.deps.db, link.short_code, why)
    expect(await bothShow('Square vase')).toBe(false)
  })

  test('of a collection: its name and its links', async () => {
    const link = await addLink(ana, 'https://shop.example/pan')
    await editLink(ana, link, { name: 'Iron pan' })
    const { uuid } = await addCollection(ana, 'Kitchen')
    const page = await made.pageOf(server, slug)
    const section = await made.addSection(server, page, { type: 'collections' })
    await server.deps.sql`insert into section_collections values (${section.id}, ${uuid}, 0)`
    await ana.send('POST', membersPath({ uuid }), { uuids: [link.uuid] })
    expect(await bothShow('Iron pan')).toBe(true)
    await ana.send('PATCH', `${REGULAR}${uuid}/`, { name: 'Drawer' })
    expect(await bothShow('Drawer')).toBe(true)
  })

  test('of the user: their name, their accounts, the page itself', async () => {
    expect(await bothShow('Ana Example')).toBe(true)
    const profile = { first_name: 'Anna', last_name: 'Example', contact_email: 'ana@ana.example' }
    const edited = await ana.send('PUT', '/v2/my/profile/public/update_profile/', profile)
    expect(edited.status).toBe(200)
    const social = { account_url: 'https://www.instagram.com/ana.example' }
    expect((await ana.send('POST', '/v2/my/socialmedialinks/', social)).status).toBe(201)
    for (const one of [server, other]) {
      await expect.poll(() => htmlOf(one, slug)).toContain('aria-label="Anna elsewhere"')
      await expect.poll(() => htmlOf(one, slug)).toContain('aria-label="Instagram"')
    }
    const page = await made.pageOf(server, slug)
    await ana.send('PATCH', `/v2/my/pages/${page.id}/`, { title: 'Anna’s things' })
    expect(await bothShow('Anna’s things')).toBe(true)
    await ana.send('PATCH', `/v2/my/pages/${page.id}/`, { is_published: false })
    expect((await openPage(server, slug)).status).toBe(404)
    await expect.poll(async () => (await openPage(other, slug)).status).toBe(404)
    await ana.send('PATCH', `/v2/my/pages/${page.id}/`, { is_published: true })
    expect(await bothShow('Anna’s things')).toBe(true)
  })
})

describe('a page in memory', () => {
  test('leaves out a link as soon as it has expired', async () => {
    const page = await made.addPage(server)
    const endsAt = new Date(Date.now() + 60_000)
    await made.addLinks(server, page, {}, [{ name: 'Short-lived', expiresAt: endsAt }])
    expect(await wordsOn(server, page.slug)).toContain('Short-lived')
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: endsAt })
    expect(await wordsOn(server, page.slug)).not.toContain('Short-lived')
  })

  test('is rendered again while notices may be missed', async () => {
    const page = await made.addPage(server)
    expect(await wordsOn(other, page.slug)).toContain('Ana Example')
    // A change that was not announced is not noticed while the connection for announcements is
    // open.
    await other.deps.sql`update pages set title = 'Somebody' where id = ${page.id}`
    expect(await wordsOn(other, page.slug)).toContain('Ana Example')
    await server.deps.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'split session' and datname = current_database()`
    await expect.poll(() => wordsOn(other, page.slug)).toContain('Somebody')
  })
})

/** Sends a request without the changes that `fetch` makes to a response. */
const rawly = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get(`${server.origin}${path}`, { headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response
          resolve({ status, headers: given, body: Buffer.concat(parts) })
        })
      }).on('error', reject)
    },
  )

describe('what is sent', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
    [undefined, '', (body: Buffer) => body],
  ])('%s for Accept-Encoding %j, also when cached', async (encoding, accepted, open) => {
    const page = await made.addPage(server)
    const first = await rawly(`/p/${page.slug}`, { 'accept-encoding': accepted })
    const second = await rawly(`/p/${page.slug}`, { 'accept-encoding': accepted })
    expect(first.headers['content-encoding']).toBe(encoding)
    expect(open(first.body).toString()).toContain('Ana Example')
    expect(second.body.equals(first.body)).toBe(true)
    const named = ({ headers }: typeof first) => Object.keys(headers).sort()
    const alone = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
    const kept = (one: typeof first) => named(one).filter((name) => !alone.has(name))
    expect(kept(second)).toEqual(kept(first))
    expect(first.headers['content-security-policy']).toContain("script-src 'none'")
    expect(second.headers['cache-control']).toBe('no-cache')
  })

  test('304 if the browser has the page', async () => {
    const page = await made.addPage(server)
    const { headers } = await rawly(`/p/${page.slug}`, { 'accept-encoding': 'br' })
    const etag = String(headers['etag'])
    expect(etag).toMatch(/^"[^"]+"$/)
    const asked = { 'accept-encoding': 'br', 'if-none-match': `"other", ${etag}` }
    const again = await rawly(`/p/${page.slug}`, asked)
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(again.headers['etag']).toBe(etag)
    const gzipped = await rawly(`/p/${page.slug}`, { ...asked, 'accept-encoding': 'gzip' })
    expect(gzipped.status).toBe(200)
  })
})
