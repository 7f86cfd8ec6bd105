import { describe, expect, test } from 'vitest'
import { createQueryFilter } from '../../../server/redirect/passed-on.ts'
import {
  addBrand,
  addLink,
  eventsOf,
  visit,
  type LinkFields,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

async function through(query: string, fields: LinkFields = {}) {
  const link = await addLink(server, { passQuery: true, url: 'http://shop.example/a', ...fields })
  return (await visit(server, `/s/${link.shortCode}?${query}`)).location
}

describe('query parameters of a link that passes them on', () => {
  test('are appended unchanged to those of the target, before its fragment', async () => {
    const url = 'http://shop.example/a?x=%7e1#part'
    const expected = 'http://shop.example/a?x=%7e1&ref=ana&y=a+b%20c&ref=eve&flag#part'
    expect(await through('ref=ana&y=a+b%20c&ref=eve&flag', { url })).toBe(expected)
  })

  test('leave the target unchanged if there are none', async () => {
    const url = 'http://shop.example/a?#top'
    const link = await addLink(server, { passQuery: true, url })
    expect((await visit(server, `/s/${link.shortCode}`)).location).toBe(url)
    expect((await visit(server, `/s/${link.shortCode}?`)).location).toBe(url)
  })

  test('do not replace those of the target or its utm fields', async () => {
    const fields = { url: 'http://shop.example/a?size=9', utmSource: 'story' }
    const expected = 'http://shop.example/a?size=9&utm_source=story&utm_medium=mail'
    expect(await through('size=1&utm_source=x&utm_medium=mail', fields)).toBe(expected)
  })

  const SIZES = ['SIZE=1', 's%69ze=1', 'size[]=1', '%20size=1', 'size%5B0%5D=1']
  test.each(SIZES)('do not replace those of the target in another spelling: %s', async (query) => {
    const url = 'http://shop.example/a?size=9'
    expect(await through(query, { url })).toBe(url)
  })

  test('cannot set the click id (R-187)', async () => {
    const brandId = await addBrand(server, 'sub_id')
    const link = await addLink(server, { brandId, treatAsInNetwork: true, passQuery: true })
    const query = 'sub_id=theirs&SUB.ID=theirs&sub%20id=theirs&sub[id=theirs&a=1;sub_id=theirs'
    const { location = '' } = await visit(server, `/s/${link.shortCode}?${query}`)
    const [event] = await eventsOf(server, link)
    expect(location).toBe(`${link.url}?a=1%3Bsub_id=theirs&sub_id=${event?.id}`)
  })

  const EVIL = ['url=http://evil.example', '/../..//evil.example', '@evil.example', '&&=&?&#x']
  test.each(EVIL)('cannot change host and path: %s', async (query) => {
    const { host, pathname, hash } = new URL((await through(query)) ?? '')
    expect([host, pathname, hash]).toEqual(['shop.example', '/a', ''])
  })

  test('are dropped without the setting', async () => {
    expect(await through('ref=ana', { passQuery: false })).toBe('http://shop.example/a')
  })
})

const pass = (target: string, query: string) => createQueryFilter(target, null)(query)

describe('limits', () => {
  test('a URL of 4000 characters at most: what does not fit is left out, and all behind it', () => {
    const target = `http://a.example/${'a'.repeat(3950)}`
    expect(pass(target, `a=${'x'.repeat(10)}&b=${'x'.repeat(30)}&c=1`)).toEqual(['a=xxxxxxxxxx'])
  })

  test('fifty parameters at most', () => {
    const query = Array.from({ length: 60 }, (_, n) => `p${n}=1`).join('&')
    expect(pass('http://a.example/', query)).toHaveLength(50)
  })

  const INVALID = ['%zz=1', 'a%00b=1', '=1', '%3B=1', 'caf\u00e9=1', 'a b=1', 'a=1\r\nX: 1']
  test.each(INVALID)('%j is dropped', (pair) => expect(pass('http://a.example/', pair)).toEqual([]))
})
