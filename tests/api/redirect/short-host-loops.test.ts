import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkDomains } from '../../../server/platform/db/schema.ts'
import type { ShortLink } from '#contract/links.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { dryRun } from '#support/server/links/imports.ts'
import { signUp, type Person } from '#support/server/people.ts'
import {
  addLink as storeLink,
  editLink as changeStored,
} from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
let ana: Person
let port: string
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  ana = await signUp(server)
  port = new URL(server.origin ?? '').port
})
afterAll(() => server.stop())

/** Other names of this machine that browsers accept. */
const NAMES = [
  '127.0.0.2',
  '127.255.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.2]',
  'LOCALHOST.',
  'app.localhost',
  'localhost.localdomain',
]

const LOOP = ['This is already a short link.']
const loopTo = (name: string, { short_code }: ShortLink) => `http://${name}:${port}/s/${short_code}`

describe('a target that is this very site by another name', () => {
  test.each(NAMES)('is refused for new links, edits, fallbacks and imports: %s', async (name) => {
    const link = await addLink(ana)
    const url = loopTo(name, link)
    const response = await ana.send('POST', LINKS, { url })
    expect([response.status, await response.json()]).toEqual([400, { errors: { url: LOOP } }])
    expect((await editLink(ana, link, { url })).body).toEqual({ errors: { url: LOOP } })
    expect((await editLink(ana, link, { fallback_url: url })).body).toEqual({
      errors: { fallback_url: LOOP },
    })
    const plan = await dryRun(server, ana, `url\r\n${url}\r\n`)
    expect(JSON.stringify(plan)).toContain(LOOP[0])
  })

  test.each(NAMES)(
    'and was taken earlier leads nowhere, instead of round and round: %s',
    async (name) => {
      const link = await addLink(ana)
      const stored = await storeLink(server, { url: loopTo(name, link) })
      const visit = (code: string) => server.request('GET', `/s/${code}`)
      const answer = await visit(stored.shortCode)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
      await changeStored(server, stored, {
        url: 'http://shop.example/',
        fallbackUrl: loopTo(name, link),
        expiresAt: new Date(0),
      })
      const ended = await visit(stored.shortCode)
      expect([ended.status, ended.headers.get('location')]).toEqual([410, null])
    },
  )

  test.each(['127.0.0.2', '[::1]', 'localhost.'])(
    'is one only below /s and on our port: %s',
    async (name) => {
      const other = `http://${name}:${Number(port) + 1}/s/abc`
      for (const url of [other, `http://${name}:${port}/shop`]) {
        expect((await addLink(ana, url)).url).toBe(url)
      }
    },
  )

  test.each(['128.0.0.1', '[2001:db8::1]', 'localhost.example', 'notlocalhost.example'])(
    'is none on another machine: %s',
    async (name) => {
      const url = `http://${name}:${port}/s/abc`
      expect((await addLink(ana, url)).url).toBe(url)
    },
  )
})

const leadsTo = async ({ split_url }: ShortLink) =>
  (await fetch(split_url, { redirect: 'manual' })).headers.get('location')

describe('every split_url leads on', () => {
  test('also that of a link which stands on a domain that leads nowhere by itself', async () => {
    const [domain] = await server.deps.db
      .insert(linkDomains)
      .values({ domain: 'links.ana.example', userId: ana.uuid })
      .returning()
    const link = await addLink(ana, 'https://shop.example/elsewhere')
    await server.deps.db.execute(
      sql`update links set domain_id = ${domain?.id ?? 0} where id = ${link.uuid}`,
    )
    const moved = await readLink(ana, link)
    expect(moved.split_url).toBe(`${server.origin}/s/${link.short_code}~${domain?.id}`)
    expect(await leadsTo(moved)).toBe('https://shop.example/elsewhere')
    const renamed = await editLink(ana, moved, { short_code: `${link.short_code}-new` })
    expect(renamed.status).toBe(200)
    expect(await leadsTo(renamed.body)).toBe('https://shop.example/elsewhere')
    const edited = await editLink(ana, moved, { url: 'https://shop.example/edited' })
    expect(await leadsTo(edited.body)).toBe('https://shop.example/edited')
    expect(
      (await server.request('GET', `/s/${renamed.body.short_code}~${domain?.id}+`)).status,
    ).toBe(200)
    const home = await editLink(ana, moved, { link_domain_id: 1 })
    expect(home.body.link_domain_id.is_main).toBe(true)
    expect(await leadsTo(home.body)).toBe('https://shop.example/edited')
  })
})
