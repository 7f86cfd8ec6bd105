import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { APP_NAMES } from '#contract/rules/sentences.ts'
import { APP_AGENTS } from '#support/server/links/app-agents.ts'
import { linksIn, openInApp, openInBrowser } from '#support/server/links/in-app.ts'
import {
  addLink,
  BOT,
  countsOf,
  eventsOf,
  noClicks,
  visit,
  type LinkFields,
} from '#support/server/links/short-links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { addShop, newOrder, tell } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })

async function leavingLink(fields: LinkFields = {}) {
  const link = await addLink(server, { openInBrowser: true, ...fields })
  return { link, path: `/s/${link.shortCode}` }
}

const onceCounted = { ...noClicks, unique: 1 }

/** Returns the address that opens the browser; undefined if only the menu of the app does. */
function addressOut(
  app: string,
  system: string,
  to: { url: string; location: string | undefined },
) {
  const target = encodeURIComponent(to.url)
  if (app === 'kakaotalk') return `kakaotalk://web/openExternal?url=${target}`
  if (app === 'line') return `${to.location}&openExternalBrowser=1`
  if (app === 'wechat' || system === 'ios') return undefined
  return `intent:${to.url.replace('https:', '')}#Intent;scheme=https;S.browser_fallback_url=${target};end`
}

describe('every app, on both systems', () => {
  test.each(APP_AGENTS)('%s', async (userAgent, system, app) => {
    const { link, path } = await leavingLink({ url: 'https://shop.example/pan?size=2#top' })
    const headers = { 'User-Agent': userAgent }
    const { status, location } = await visit(server, path, { headers })
    expect(status).toBe(302)
    const page = await visit(server, path + location, { headers })
    expect(page.status).toBe(200)
    expect(page.body).toContain('<h1>Open this in your browser</h1>')
    expect(page.body).toContain(`Shops can’t recognize you inside ${APP_NAMES[app]}.`)
    expect(page.body).toContain('<p>shop.example</p>')
    expect(page.body).not.toContain('<script')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const { 'Continue here': here, 'Open in browser': out } = linksIn(page.body)
    expect(here).toBe(link.url)
    expect(out).toBe(addressOut(app, system, { url: link.url, location }))
    expect(/Tap the [a-z, “”]+/.test(page.body)).toBe(out === undefined)
    expect(await countsOf(server, link)).toEqual(onceCounted)
    expect((await eventsOf(server, link))[0]?.facets).toBe(`||${app}-out`)
  })
})

describe('an opening is counted once', () => {
  test('whatever the visitor does next, and the order belongs to the click', async () => {
    const ana = await signUp(server)
    const shop = await addShop(server, { clickParam: 'subid' })
    const more = { userId: ana.uuid, brandId: shop.id, treatAsInNetwork: true }
    const { link, path } = await leavingLink(more)
    // One visitor in ten stays inside the app.
    const { location = '' } = await firstLeaving(path)
    const before = await countsOf(server, link)
    const [opened] = (await eventsOf(server, link)).filter(({ facets }) => facets.endsWith('-out'))
    const target = `${link.url}?subid=${opened?.id}`
    for (let time = 0; time < 2; time += 1) {
      const page = await openInApp(server, path + location)
      expect(linksIn(page.body)['Continue here']).toBe(target)
      expect(await openInBrowser(server, path + location)).toMatchObject({
        status: 302,
        location: target,
      })
    }
    expect(await countsOf(server, link)).toEqual(before)
    const told = await tell(server, shop, newOrder(opened?.id ?? ''))
    expect(told).toMatchObject({ status: 200, body: { status: 'pending' } })
    const { results } = await analytics(ana, { group_by: 'app' })
    expect(results).toContainEqual(
      expect.objectContaining({ key: 'instagram-out', clicks: 1, conversions: 1 }),
    )
  })

  test('LINE reopens the address in the browser, and the shop does not see the parameters', async () => {
    const { link, path } = await leavingLink({ passQuery: true, url: 'https://shop.example/pan' })
    const { location = '' } = await openInApp(server, `${path}?ref=ana`, { app: 'line' })
    expect(location).toMatch(/^\?ref=ana&split_opened=/)
    const page = await openInApp(server, path + location, { app: 'line' })
    const out = linksIn(page.body)['Open in browser'] ?? ''
    expect((await openInBrowser(server, path + out)).location).toBe(
      'https://shop.example/pan?ref=ana',
    )
    expect(await countsOf(server, link)).toEqual(onceCounted)
  })

  test('a source stays that of the first request', async () => {
    const { link, path } = await leavingLink()
    const { location = '' } = await openInApp(server, `${path}/story`)
    await openInBrowser(server, `${path}/story${location}`)
    const events = await eventsOf(server, link)
    expect(events.map(({ facets }) => facets)).toEqual(['story||instagram-out'])
  })
})

/** Opens a link from new addresses until a visitor is led out of the app. */
async function firstLeaving(path: string) {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await openInApp(server, path)
    if (answer.location?.startsWith('?')) return answer
  }
  throw new Error('every visitor stays inside the app')
}

/** Opens a link inside an app. */
const opened = async () => {
  const { link, path } = await leavingLink()
  const { location = '' } = await openInApp(server, path)
  return { link, path, location }
}

describe('an unknown opening is a new one', () => {
  test('after ten minutes', async () => {
    const { link, path, location } = await opened()
    const MINUTES = 60_000
    vi.useFakeTimers({ now: Date.now() + 9 * MINUTES, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await openInBrowser(server, path + location)
    expect(await countsOf(server, link)).toEqual(onceCounted)
    vi.setSystemTime(Date.now() + 2 * MINUTES)
    expect((await openInBrowser(server, path + location)).location).toBe(link.url)
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2 })
  })

  test.each([
    ['forged', (location: string) => location.replace(/.{22}$/, 'a'.repeat(22))],
    ['changed', (location: string) => location.replace(/=.{8}/, '=01234567')],
    ['cut', (location: string) => location.slice(0, -1)],
    ['extended', (location: string) => `${location}a`],
  ])('if its parameter is %s', async (_, change) => {
    const { link, path, location } = await opened()
    expect((await openInBrowser(server, path + change(location))).location).toBe(link.url)
    expect(await countsOf(server, link)).toEqual({ ...noClicks, unique: 2 })
  })

  test('if it is that of another link', async () => {
    const { location } = await opened()
    const { link, path } = await leavingLink()
    expect((await openInBrowser(server, path + location)).location).toBe(link.url)
    expect(await countsOf(server, link)).toEqual(onceCounted)
  })

  test('inside the app, an old parameter is replaced by a new one', async () => {
    const { path } = await leavingLink()
    const first = await openInApp(server, `${path}?a=1&split_opened=old`)
    expect(first.location).toMatch(/^\?a=1&split_opened=[^&]{50,}$/)
  })
})

describe('all others are redirected to the target at once', () => {
  const INSTAGRAM = { 'User-Agent': APP_AGENTS[0]?.[0] ?? '' }
  test.each<[string, Parameters<typeof visit>[2]]>([
    ['a browser', {}],
    ['a bot', { headers: { 'User-Agent': BOT } }],
    ['HEAD', { method: 'HEAD', headers: INSTAGRAM }],
    ['a prefetch', { headers: { ...INSTAGRAM, 'Sec-Purpose': 'prefetch' } }],
    [
      'an app on a computer',
      {
        headers: {
          'User-Agent':
            'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI MiniProgramEnv/Windows WindowsWechat/WMPF',
        },
      },
    ],
  ])('%s', async (_, request) => {
    const { link, path } = await leavingLink()
    expect(await visit(server, path, request)).toMatchObject({ status: 302, location: link.url })
  })

  test('an app that the owner keeps', async () => {
    const { link, path } = await leavingLink({ keptInApp: ['instagram'] })
    expect((await openInApp(server, path)).location).toBe(link.url)
    expect((await eventsOf(server, link)).map(({ facets }) => facets)).toEqual(['||instagram'])
    expect((await openInApp(server, path, { app: 'tiktok' })).location).toMatch(/^\?split_opened=/)
  })

  test('a link without the option, whose clicks still have their app', async () => {
    const { link, path } = await leavingLink({ openInBrowser: null })
    expect((await openInApp(server, path, { app: 'tiktok' })).location).toBe(link.url)
    expect((await eventsOf(server, link)).map(({ facets }) => facets)).toEqual(['||tiktok'])
  })

  test('one visitor in ten of a shop whose orders are known, to compare results', async () => {
    const shop = await addShop(server, { clickParam: 'subid' })
    const { link, path } = await leavingLink({ brandId: shop.id, treatAsInNetwork: true })
    const stays = async (from?: string) => {
      const { location = '' } = await openInApp(server, path, from ? { from } : {})
      return !location.startsWith('?')
    }
    const groups = new Map<boolean, string>()
    for (let n = 0; n < 250 && groups.size < 2; n += 1) {
      const from = `198.18.0.${n}`
      groups.set(await stays(from), from)
    }
    const staying = groups.get(true)
    expect(groups.size).toBe(2)
    // A visitor stays in the same group.
    expect(await stays(staying)).toBe(true)
    const facets = (await eventsOf(server, link)).map((event) => event.facets)
    expect(new Set(facets)).toEqual(new Set(['||instagram', '||instagram-out']))
  })
})
