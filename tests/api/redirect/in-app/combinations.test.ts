import { expect, test } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink, editLink, readLink } from '#support/server/links.ts'
import { agentOf } from '#support/server/links/app-agents.ts'
import { linksIn, openInApp, openInBrowser } from '#support/server/links/in-app.ts'
import { addLink as storeLink, PHONE, visit } from '#support/server/links/short-links.ts'
import { startDns } from '#support/server/hosts/dns-server.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { addVerifiedDomain } from '#support/server/page/domains.ts'
import { startWithCreator } from '#support/server/creator.ts'

const dns = await forThisFile(startDns())
const { server, ana } = await startWithCreator({
  listen: true,
  dnsServers: [dns.address],
  trustedProxies: ['127.0.0.1', '::1'],
})

const HOUR = 60 * 60 * 1000
const OWN = 'https://shop.example/lamp'
const OTHER = 'https://shop.example/in-app'
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const inInstagram = { kind: 'app', values: ['instagram'] }
const password = 'open sesame'

/** Title of the page that a visitor gets, or the target to which they are led. */
type Seen = string
const LEAVE = 'Open this in your browser'
const LOCKED = 'This link has a password'

/** Sends the form of a link inside Instagram. */
async function unlock(path: string) {
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'User-Agent': agentOf('instagram', 'ios') },
    body: new URLSearchParams({ password }),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '' }
}

const seenIn = ({ location, body }: { location: string | undefined; body: string }): Seen =>
  location ?? /<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? ''

type Combination = {
  name: string
  edit: object
  /** Seen by a visitor inside the app, by the same visitor in the browser, and by the next visitor. */
  inApp: Seen
  inBrowser: Seen
  next: Seen
  clicks: number
}

/**
 * Each row: a link that leads visitors out of apps, with a further setting. `inBrowser` opens the
 * address that the app shows; `next` opens the short link in a browser.
 */
const COMBINATIONS: Combination[] = [
  { name: 'nothing', edit: {}, inApp: LEAVE, inBrowser: OWN, next: OWN, clicks: 2 },
  {
    name: 'a start that is to come',
    edit: { starts_at: inHours(1) },
    inApp: 'This link is not open yet',
    inBrowser: 'This link is not open yet',
    next: 'This link is not open yet',
    clicks: 0,
  },
  {
    name: 'a start that has passed',
    edit: { starts_at: inHours(-1) },
    inApp: LEAVE,
    inBrowser: OWN,
    next: OWN,
    clicks: 2,
  },
  {
    name: 'an end that has passed',
    edit: { expires_at: inHours(-1) },
    inApp: 'This link has ended',
    inBrowser: 'This link has ended',
    next: 'This link has ended',
    clicks: 0,
  },
  {
    name: 'an end that has passed, and a fallback',
    edit: { expires_at: inHours(-1), fallback_url: OTHER },
    inApp: OTHER,
    inBrowser: OTHER,
    next: OTHER,
    clicks: 0,
  },
  {
    name: 'one place',
    edit: { max_clicks: 1 },
    inApp: LEAVE,
    // The visitor has taken the place inside the app.
    inBrowser: OWN,
    next: 'This link has ended',
    clicks: 1,
  },
  {
    name: 'a rule for the app',
    edit: { rules: [{ target_url: OTHER, conditions: [inInstagram] }] },
    inApp: LEAVE,
    // The rule was chosen when the opening was counted.
    inBrowser: OTHER,
    next: OWN,
    clicks: 2,
  },
  {
    name: 'a rule for others',
    edit: { rules: [{ target_url: OTHER, conditions: [{ kind: 'app', values: ['tiktok'] }] }] },
    inApp: LEAVE,
    inBrowser: OWN,
    next: OWN,
    clicks: 2,
  },
  {
    name: 'a rule that ends the link inside the app',
    edit: { rules: [{ target_url: null, conditions: [inInstagram] }] },
    inApp: 'This link has ended',
    inBrowser: OWN,
    next: OWN,
    clicks: 2,
  },
  {
    name: 'extra parameters',
    edit: { pass_query: true },
    inApp: LEAVE,
    inBrowser: OWN,
    next: OWN,
    clicks: 2,
  },
]

async function leavingLink(edit: object): Promise<{ link: ShortLink; path: string }> {
  const made = await addLink(ana, OWN)
  const { status, body } = await editLink(ana, made, { open_in_browser: true, ...edit })
  expect(status).toBe(200)
  return { link: body, path: `/s/${body.short_code}` }
}

/** Opens a path inside the app, without following a redirect. */
const seenInApp = async (path: string) => seenIn(await openInApp(server, path))

/** Follows redirects to the same short link, and returns the address and what is seen there. */
async function followInApp(path: string) {
  const first = await openInApp(server, path)
  if (!first.location?.startsWith('?')) return { address: path, seen: seenIn(first) }
  const address = path + first.location
  return { address, seen: seenIn(await openInApp(server, address)) }
}

test.each(COMBINATIONS)('with $name', async ({ edit, clicks, ...expected }) => {
  const { link, path } = await leavingLink(edit)
  const { address, seen: inApp } = await followInApp(path)
  const inBrowser = seenIn(await openInBrowser(server, address))
  const next = seenIn(await openInBrowser(server, path))
  expect({ inApp, inBrowser, next }).toEqual({
    inApp: expected.inApp,
    inBrowser: expected.inBrowser,
    next: expected.next,
  })
  expect((await readLink(ana, link)).lifetime_clicks).toBe(clicks)
})

test('with a password: it is asked once, and a new password ends the opening', async () => {
  const { link, path } = await leavingLink({ password, max_clicks: 2 })
  expect((await followInApp(path)).seen).toBe(LOCKED)
  const { status, location } = await unlock(path)
  expect(status).toBe(303)
  expect(seenIn(await openInApp(server, path + location))).toBe(LEAVE)
  expect(seenIn(await openInBrowser(server, path + location))).toBe(OWN)
  expect(await readLink(ana, link)).toMatchObject({ lifetime_clicks: 1, used_clicks: 1 })
  await editLink(ana, link, { password: 'another one' })
  expect(seenIn(await openInBrowser(server, path + location))).toBe(LOCKED)
  expect(seenIn(await openInApp(server, path + location))).toBe(LOCKED)
})

test('an opening is over when the link has ended', async () => {
  const { link, path } = await leavingLink({})
  const { address } = await followInApp(path)
  await editLink(ana, link, { expires_at: inHours(-1) })
  expect(seenIn(await openInBrowser(server, address))).toBe('This link has ended')
  expect(seenIn(await openInApp(server, address))).toBe('This link has ended')
})

test('a rule that was removed since makes the opening a new one', async () => {
  const rules = [{ target_url: OTHER, conditions: [inInstagram] }]
  const { link, path } = await leavingLink({ rules })
  const { address } = await followInApp(path)
  await editLink(ana, link, { rules: [] })
  expect(seenIn(await openInBrowser(server, address))).toBe(OWN)
  expect((await readLink(ana, link)).lifetime_clicks).toBe(2)
})

test('the page of a link with + shows where it leads, inside apps as well', async () => {
  const { link, path } = await leavingLink({})
  const page = await visit(server, `${path}+`, {
    headers: { 'User-Agent': agentOf('instagram', 'ios'), Accept: 'text/html' },
  })
  expect(page.status).toBe(200)
  expect(page.body).toContain(OWN)
  expect((await readLink(ana, link)).lifetime_clicks).toBe(0)
})

test('on a custom domain, the visitor stays on it; a link that leads there lets it decide', async () => {
  const domain = await addVerifiedDomain(server, dns, ana, 'leave.me.test')
  const { link } = await leavingLink({ link_domain_id: domain.id, short_code: 'pan' })
  const host = 'leave.me.test'
  const { location = '' } = await openInApp(server, '/pan', { host })
  const page = await openInApp(server, `/pan${location}`, { host })
  expect(linksIn(page.body)['Continue here']).toBe(OWN)
  const browser = { host, headers: { 'User-Agent': PHONE } }
  expect((await visit(server, `/pan${location}`, browser)).location).toBe(OWN)
  expect((await readLink(ana, link)).lifetime_clicks).toBe(1)
  const url = `http://${host}/pan`
  const leadsThere = await storeLink(server, { userId: ana.uuid, url, openInBrowser: true })
  expect((await openInApp(server, `/s/${leadsThere.shortCode}`)).location).toBe(url)
})

test('the default of the account applies to links without a choice', async () => {
  const setDefault = (open_in_browser: boolean) =>
    ana.send('POST', '/v1/users/me/settings', { open_in_browser })
  const made = await addLink(ana, OWN)
  const path = `/s/${made.short_code}`
  expect(made).toMatchObject({ open_in_browser: null, kept_in_app: [] })
  expect(await seenInApp(path)).toBe(OWN)
  expect((await setDefault(true)).status).toBe(200)
  expect(await seenInApp(path)).toMatch(/^\?split_opened=/)
  await editLink(ana, made, { open_in_browser: false })
  expect(await seenInApp(path)).toBe(OWN)
  await editLink(ana, made, { open_in_browser: null })
  expect(await seenInApp(path)).toMatch(/^\?split_opened=/)
  await setDefault(false)
  expect(await seenInApp(path)).toBe(OWN)
})
