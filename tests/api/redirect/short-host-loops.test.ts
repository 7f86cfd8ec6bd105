import { describe, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { dryRun } from '#support/server/links/imports.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addLink as storeLink,
  editLink as changeStored,
} from '#support/server/links/short-links.ts'

const { server, ana } = await startWithCreator({ listen: true })
const port = new URL(server.origin ?? '').port

/** Other names of this machine that browsers accept. */
const NAMES = `127.0.0.2 127.255.0.1 127.1 2130706433 0x7f.0.0.1 0177.0.0.1 0.0.0.0 0
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:7f00:1] [::ffff:127.0.0.2]
  LOCALHOST. app.localhost localhost.localdomain`.split(/\s+/)

const LOOP = 'This is already a short link.'
const loopTo = (name: string, { short_code }: ShortLink) => `http://${name}:${port}/s/${short_code}`

describe('a target that is this site by another name', () => {
  test.each(NAMES)('is refused for new links, edits, fallbacks and imports: %s', async (name) => {
    const link = await addLink(ana)
    const url = loopTo(name, link)
    const refused = fieldError('url', LOOP)
    expect(await ask(ana, 'POST', LINKS, { url })).toEqual(refused)
    expect(await editLink(ana, link, { url })).toEqual(refused)
    const fallback = await editLink(ana, link, { fallback_url: url })
    expect(fallback).toEqual(fieldError('fallback_url', LOOP))
    expect(JSON.stringify(await dryRun(ana, 'url', url))).toContain(LOOP)
  })

  test.each(NAMES)('does not redirect if it is stored, expired or not: %s', async (name) => {
    const url = loopTo(name, await addLink(ana))
    const stored = await storeLink(server, { url })
    const open = async () => {
      const { status, headers } = await server.request('GET', `/s/${stored.shortCode}`)
      return [status, headers.get('location')]
    }
    expect(await open()).toEqual([404, null])
    const ended = { fallbackUrl: url, expiresAt: new Date(0) }
    await changeStored(server, stored, { url: 'http://shop.example/', ...ended })
    expect(await open()).toEqual([410, null])
  })

  const SAME = ['127.0.0.2', '[::1]', 'localhost.']
  test.each(SAME)('is allowed outside of /s and on another port: %s', async (name) => {
    const other = `http://${name}:${Number(port) + 1}/s/abc`
    for (const url of [other, `http://${name}:${port}/shop`])
      expect((await addLink(ana, url)).url).toBe(url)
  })

  const OTHERS = ['128.0.0.1', '[2001:db8::1]', 'localhost.example', 'notlocalhost.example']
  test.each(OTHERS)('is allowed on another machine: %s', async (name) => {
    const url = `http://${name}:${port}/s/abc`
    expect((await addLink(ana, url)).url).toBe(url)
  })
})

const leadsTo = async ({ split_url }: ShortLink) =>
  (await fetch(split_url, { redirect: 'manual' })).headers.get('location')

describe('every split_url redirects', () => {
  test('also of a link on an unverified domain', async () => {
    const { sql } = server.deps
    const [domain] = await sql<{ id: number }[]>`
      insert into link_domains (domain, user_id) values ('links.ana.example', ${ana.uuid})
      returning id`
    const id = domain?.id ?? 0
    const link = await addLink(ana, 'https://shop.example/elsewhere')
    await sql`update links set domain_id = ${id} where id = ${link.uuid}`
    const moved = await readLink(ana, link)
    expect(moved.split_url).toBe(`${server.origin}/s/${link.short_code}~${id}`)
    expect(await leadsTo(moved)).toBe('https://shop.example/elsewhere')
    const renamed = await editLink(ana, moved, { short_code: `${link.short_code}-new` })
    expect(renamed.status).toBe(200)
    expect(await leadsTo(renamed.body)).toBe('https://shop.example/elsewhere')
    const edited = await editLink(ana, moved, { url: 'https://shop.example/edited' })
    expect(await leadsTo(edited.body)).toBe('https://shop.example/edited')
    const inspected = `/s/${renamed.body.short_code}~${id}+`
    expect((await server.request('GET', inspected)).status).toBe(200)
    const home = await editLink(ana, moved, { link_domain_id: 1 })
    expect(home.body.link_domain_id.is_main).toBe(true)
    expect(await leadsTo(home.body)).toBe('https://shop.example/edited')
  })
})
