import { describe, expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { PHONE, visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { throttle } from '../../../server/platform/db/schema.ts'

const dns = await forThisFile(startDns())
const { server, ana } = await startWithCreator({
  listen: true,
  dnsServers: [dns.address],
  trustedProxies: ['127.0.0.1', '::1'],
})

const withShortHost = await startTestServer({
  listen: true,
  sharedServer: server,
  shortLinkHost: 'http://short.test',
  trustedProxies: ['127.0.0.1', '::1'],
})

const PASSWORD = 'open sesame'
const HOUR = 60 * 60 * 1000

async function locked(more: object = {}): Promise<ShortLink> {
  const { status, body } = await editLink(ana, await addLink(ana), { password: PASSWORD, ...more })
  expect(status).toBe(200)
  return body
}

const at = (link: ShortLink, options = {}) => visit(server, `/s/${link.short_code}`, options)

let addresses = 0
/** Returns an address from which no attempt was made yet. */
const newAddress = () => `203.0.113.${(addresses += 1)}`

type Attempt = { from?: string; query?: string; form?: Record<string, string> }

/** Sends the form of a link, from a new address unless one is given. */
async function open(
  link: ShortLink,
  password: string,
  { from = newAddress(), query = '', form = { password } }: Attempt = {},
) {
  const answer = await fetch(`${server.origin}/s/${link.short_code}${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'User-Agent': PHONE, 'X-Forwarded-For': from },
    body: new URLSearchParams(form),
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    headers: answer.headers,
    body: await answer.text(),
  }
}

const isoTime = (time: number) => new Date(time).toISOString()

/** Returns the page that shows where a link leads. */
const inspect = async (link: ShortLink) =>
  (await visit(server, `/s/${link.short_code}+`, { headers: { Accept: 'text/html' } })).body

describe('the page of a link with a password', () => {
  test('asks for it without scripts, and counts nothing', async () => {
    const link = await locked()
    const page = await at(link)
    expect(page).toMatchObject({ status: 200, location: undefined })
    expect(page.body).toContain('<h1>This link has a password</h1>')
    expect(page.body).toContain('<html lang="en">')
    expect(page.body).toContain('<label for="password">Password</label>')
    expect(page.body).toContain('autocomplete="off"')
    expect(page.body).not.toContain('<script')
    expect(page.body).not.toContain('shop.example')
    expect(page.headers['cache-control']).toBe('private, no-store')
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http: https:")
    expect(await at(link, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 0 })
  })

  test('leads to the target with the right password, which counts one click', async () => {
    const link = await locked()
    const answer = await open(link, PASSWORD)
    expect(answer).toMatchObject({ status: 303, location: link.target_url, body: '' })
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1 })
  })

  test('keeps the query of the short link', async () => {
    const link = await locked({ pass_query: true })
    const { location } = await open(link, PASSWORD, { query: '?ref=ana' })
    expect(location).toBe(`${link.target_url}?ref=ana`)
  })

  test('says at the field that a password is wrong', async () => {
    const link = await locked()
    const answer = await open(link, 'open')
    expect(answer.status).toBe(403)
    expect(answer.body).toContain('aria-invalid="true" aria-describedby="error"')
    expect(answer.body).toContain('id="error">This password is wrong.')
    expect(answer.body).not.toContain('value=')
    expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 0 })
  })

  test('asks again if a form has no password, or too much', async () => {
    const link = await locked()
    expect((await open(link, '')).status).toBe(200)
    expect((await open(link, '', { form: { other: 'x' } })).status).toBe(200)
    expect((await open(link, 'é'.repeat(200))).status).toBe(403)
    expect((await open(link, 'a'.repeat(10_000))).status).toBe(200)
  })

  test('accepts the letters of another keyboard', async () => {
    const link = await locked({ password: 'caf\u00e9' })
    expect((await open(link, 'cafe\u0301')).status).toBe(303)
  })

  test('opens the link on a custom domain and on a short host of its own', async () => {
    const domain = await addVerifiedDomain(server, dns, ana, 'go.ana.test')
    const there = await locked({ link_domain_id: domain.id })
    const here = await locked()
    for (const [on, host, link] of [
      [server, 'go.ana.test', there],
      [withShortHost, 'short.test', here],
      [withShortHost, 'go.ana.test', there],
    ] as const) {
      const send = (password?: string) =>
        visit(on, `/${link.short_code}`, {
          host,
          headers: { 'X-Forwarded-For': newAddress() },
          ...(password !== undefined && { method: 'POST', form: { password } }),
        })
      const page = await send()
      expect(page).toMatchObject({ status: 200 })
      expect(page.body).toContain('This link has a password')
      // The form goes to the address of the page, on the same host.
      expect(page.body).toContain('<form method="post">')
      expect(page.headers['content-security-policy']).toContain("form-action 'self'")
      expect(await send('wrong')).toMatchObject({ status: 403 })
      expect(await send(PASSWORD)).toMatchObject({ status: 303, location: link.target_url })
    }
  })

  test('a link without a password accepts no form', async () => {
    const link = await addLink(ana)
    expect((await open(link, PASSWORD)).status).toBe(405)
    expect((await open({ ...link, short_code: 'no-such-code' }, PASSWORD)).status).toBe(405)
  })

  test('is gone as soon as the edit that removes the password is answered', async () => {
    const link = await locked()
    expect((await at(link)).status).toBe(200)
    await editLink(ana, link, { password: null })
    expect(await at(link)).toMatchObject({ status: 302, location: link.target_url })
  })

  test('a new password replaces the old one at once', async () => {
    const link = await locked()
    await editLink(ana, link, { password: 'new words' })
    expect((await open(link, PASSWORD)).status).toBe(403)
    expect((await open(link, 'new words')).status).toBe(303)
  })
})

describe('wrong passwords', () => {
  test('pause a visitor after five, on this link only, and say until when', async () => {
    const [link, second] = [await locked(), await locked()]
    const from = newAddress()
    for (let n = 0; n < 5; n += 1) expect((await open(link, 'wrong', { from })).status).toBe(403)
    const paused = await open(link, PASSWORD, { from })
    expect(paused.status).toBe(429)
    expect(paused.body).toContain('Open this link again in 15 minutes.')
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await open(second, PASSWORD, { from })).status).toBe(303)
    expect((await open(link, PASSWORD)).status).toBe(303)
    await server.deps.db.update(throttle).set({ resetAt: new Date() })
    expect((await open(link, PASSWORD, { from })).status).toBe(303)
  })

  test('sent at once are no more than five attempts', async () => {
    const link = await locked()
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => open(link, 'wrong', { from })),
    )
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('right passwords of several visitors behind one address are not counted', async () => {
    const link = await locked()
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => open(link, PASSWORD, { from })),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(12)
  })
})

describe('together with other limits', () => {
  test('a start and an end come before the password', async () => {
    const early = await locked({ starts_at: isoTime(Date.now() + HOUR) })
    expect((await open(early, PASSWORD)).body).toContain('This link is not open yet')
    const ended = await locked({ expires_at: isoTime(Date.now() - HOUR) })
    expect((await open(ended, PASSWORD)).body).toContain('This link has ended')
  })

  test('only the right password uses a click', async () => {
    const link = await locked({ max_clicks: 1 })
    await at(link)
    await open(link, 'wrong')
    expect(await readLink(ana, link)).toMatchObject({ used_clicks: 0 })
    expect((await open(link, PASSWORD)).status).toBe(303)
    expect((await open(link, PASSWORD)).status).toBe(410)
  })
})

describe('the page behind +', () => {
  test('shows no target of a link with a password', async () => {
    const page = await inspect(await locked())
    expect(page).toContain('Visitors need a password to open this link.')
    expect(page).not.toContain('shop.example')
  })

  test('shows the start and no target of a link that is not open yet', async () => {
    const { body } = await editLink(ana, await addLink(ana), {
      starts_at: '2031-05-01T10:00:00.000Z',
    })
    const page = await inspect(body)
    expect(page).toContain('May 1, 2031 at 10:00 AM UTC')
    expect(page).not.toContain('shop.example')
  })

  test('says that a link whose clicks are used has ended', async () => {
    const { body } = await editLink(ana, await addLink(ana), { max_clicks: 1 })
    expect(await inspect(body)).toContain('shop.example')
    await at(body)
    const page = await inspect(body)
    expect(page).toContain('This link has ended.')
    expect(page).not.toContain('shop.example')
  })
})
