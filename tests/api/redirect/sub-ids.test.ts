import { beforeAll, describe, expect, test } from 'vitest'
import { linkPartOf, parseClickKey } from '../../../server/redirect/sub-ids/click-key.ts'
import { SUB_ID_RULES } from '../../../server/redirect/sub-ids/networks.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import {
  addLink,
  eventsOf,
  newCode,
  visit,
  type StoredLink,
} from '#support/server/links/short-links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const SETTINGS = '/v2/my/networks/settings/'

let ana: Person
beforeAll(async () => {
  ana = await signUp(server)
  await ask(ana, 'PATCH', SETTINGS, { add_sub_ids: true, amazon_tag: 'ana-20' })
})

const linkTo = (url: string, fields = {}) => addLink(server, { userId: ana.uuid, url, ...fields })
const locationOf = async (link: StoredLink, tail = '') =>
  (await visit(server, `/s/${link.shortCode}${tail}`)).location ?? ''

/** Tracking link of each network with KEY where its sub-id belongs. */
const TRACKING_LINKS = {
  awin: 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fshop.example&clickref=KEY',
  cj: 'https://www.anrdoezrs.net/click-123-456?url=https%3A%2F%2Fshop.example&sid=KEY',
  impact: 'https://shop.pxf.io/c/1/2/3?u=https%3A%2F%2Fshop.example&subId1=KEY',
  rakuten:
    'https://click.linksynergy.com/deeplink?id=a&mid=1&murl=https%3A%2F%2Fshop.example&u1=KEY',
  shareasale: 'https://www.shareasale.com/r.cfm?b=1&u=2&m=3&afftrack=KEY',
  ebay: 'https://www.ebay.de/itm/1?mkevt=1&campid=533&customid=KEY',
  partnerize: 'https://prf.hn/click/camref:1100l/pubref:KEY/destination:https%3A%2F%2Fshop.example',
  tradedoubler: 'https://clk.tradedoubler.com/click?p=1&a=2&g=3&epi=KEY',
  skimlinks: 'https://go.skimresources.com/?id=1&url=https%3A%2F%2Fshop.example&xcust=KEY',
  admitad: 'https://ad.admitad.com/g/abc123/?ulp=https%3A%2F%2Fshop.example&subid=KEY',
}
const withoutKey = (url: string) => url.replace('/pubref:KEY', '').replace(/&\w+=KEY/, '')

describe('a redirect to an affiliate network', () => {
  test('has an example for each network in the table', () => {
    expect(SUB_ID_RULES.map(({ network }) => network).toSorted()).toEqual(
      Object.keys(TRACKING_LINKS).toSorted(),
    )
  })

  test.each(Object.entries(TRACKING_LINKS))(
    '%s gets a key that leads back to link and click',
    async (_, expected) => {
      const link = await linkTo(withoutKey(expected))
      const location = await locationOf(link)
      const [before = '', after = ''] = expected.split('KEY')
      expect(location.startsWith(before) && location.endsWith(after)).toBe(true)
      const key = parseClickKey(location.slice(before.length, location.length - after.length))
      expect(key?.linkPart).toBe(linkPartOf(link.id))
      const [event] = await eventsOf(server, link)
      expect(key?.click?.at).toEqual(event?.at)
      expect(event?.id.endsWith(key?.click?.idEnd ?? '-')).toBe(true)
    },
  )

  test.each(Object.entries(TRACKING_LINKS))('%s keeps an existing value', async (_, expected) => {
    const own = expected.replace('KEY', 'my-own')
    expect(await locationOf(await linkTo(own))).toBe(own)
  })

  test('fills an empty value and keeps the fragment', async () => {
    const link = await linkTo('https://www.awin1.com/cread.php?clickref=&ued=x#top')
    expect(await locationOf(link)).toMatch(
      /^https:\/\/www\.awin1\.com\/cread\.php\?ued=x&clickref=[0-9a-z]{25}#top$/,
    )
  })

  test('puts the key of a CJ deep link before the target', async () => {
    const start = 'https://www.anrdoezrs.net/links/12/type/dlg/'
    const link = await linkTo(`${start}https://shop.example/a?b=1`)
    expect(await locationOf(link)).toMatch(
      /^https:\/\/www\.anrdoezrs\.net\/links\/12\/type\/dlg\/sid\/[0-9a-z]{25}\/https:\/\/shop\.example\/a\?b=1$/,
    )
    const own = `${start}sid/mine/https://shop.example/a`
    expect(await locationOf(await linkTo(own))).toBe(own)
  })

  test('also passes parameters of the short link, but no other sub-id', async () => {
    const link = await linkTo('https://shop.pxf.io/c/1/2/3?u=x', { passQuery: true })
    const location = await locationOf(link, '?color=red&subid1=evil')
    expect(location).toMatch(
      /^https:\/\/shop\.pxf\.io\/c\/1\/2\/3\?u=x&subId1=[0-9a-z]{25}&color=red$/,
    )
  })

  test.each([
    'https://www.awin1.com/about?x=1',
    'https://www.ebay.de/itm/1',
    'https://awin1.com.example/cread.php?x=1',
    'https://clk.tradedoubler.com/click?p(1)a(2)url(https://shop.example)',
    'https://shop.example/cread.php?ued=x',
  ])('%s is not a tracking link', async (url) => {
    expect(await locationOf(await linkTo(url))).toBe(url)
  })

  test('adds the tracking id to Amazon links without one', async () => {
    const url = 'https://www.amazon.de/dp/B0?th=1'
    expect(await locationOf(await linkTo(url))).toBe(`${url}&tag=ana-20`)
    const own = 'https://www.amazon.de/dp/B0?tag=other-21'
    expect(await locationOf(await linkTo(own))).toBe(own)
  })

  test('also follows the rules of a link', async () => {
    const target_url = 'https://shop.pxf.io/c/1/2/3'
    const rules = [
      { id: newCode(), target_url, conditions: [{ kind: 'device' as const, values: ['phone'] }] },
    ]
    const link = await linkTo('https://shop.example/', { rules: rules as never })
    expect(await locationOf(link)).toMatch(/^https:\/\/shop\.pxf\.io\/c\/1\/2\/3\?subId1=/)
  })
})

test('sub-ids are off by default and switched for links already in use', async () => {
  const eve = await signUp(server)
  const url = 'https://shop.pxf.io/c/1/2/3'
  const link = await addLink(server, { userId: eve.uuid, url })
  expect((await ask(eve, 'GET', SETTINGS)).body).toEqual({
    result: { add_sub_ids: false, amazon_tag: '' },
  })
  expect(await locationOf(link)).toBe(url)
  await ask(eve, 'PATCH', SETTINGS, { add_sub_ids: true })
  expect(await locationOf(link)).toContain('?subId1=')
  const off = await ask(eve, 'PATCH', SETTINGS, { add_sub_ids: false })
  expect(off.body).toEqual({ result: { add_sub_ids: false, amazon_tag: '' } })
  expect(await locationOf(link)).toBe(url)
})

test('a tracking id with other characters is refused', async () => {
  expect(await ask(ana, 'PATCH', SETTINGS, { amazon_tag: 'a b' })).toEqual(
    fieldError('amazon_tag', 'Enter a tracking id such as name-20, without spaces.'),
  )
})
