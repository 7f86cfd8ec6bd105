import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQueryFilter } from '../../../server/redirect/passed-on.ts'
import {
  addBrand,
  addLink,
  eventsOf,
  visit,
  type LinkFields,
} from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ listen: true })
})
afterAll(() => server.stop())

async function through(query: string, fields: LinkFields = {}) {
  const link = await addLink(server, { passQuery: true, url: 'http://shop.example/a', ...fields })
  return (await visit(server, `/s/${link.shortCode}?${query}`)).location
}

describe('what follows ? goes along when the link lets it', () => {
  test('as it was written, behind the target’s own and before its fragment', async () => {
    const url = 'http://shop.example/a?x=%7e1#part'
    expect(await through('ref=ana&y=a+b%20c&ref=eve&flag', { url })).toBe(
      'http://shop.example/a?x=%7e1&ref=ana&y=a+b%20c&ref=eve&flag#part',
    )
  })

  test('without one the target stays byte for byte', async () => {
    const url = 'http://shop.example/a?#top'
    const link = await addLink(server, { passQuery: true, url })
    expect((await visit(server, `/s/${link.shortCode}`)).location).toBe(url)
    expect((await visit(server, `/s/${link.shortCode}?`)).location).toBe(url)
  })

  test('what the target says itself wins, its utm fields too', async () => {
    const fields = { url: 'http://shop.example/a?size=9', utmSource: 'story' }
    expect(await through('size=1&utm_source=x&utm_medium=mail', fields)).toBe(
      'http://shop.example/a?size=9&utm_source=story&utm_medium=mail',
    )
  })

  test.each(['SIZE=1', 's%69ze=1', 'size[]=1', '%20size=1', 'size%5B0%5D=1'])(
    '%s is the target’s size by another name, and stays behind',
    async (query) => {
      const url = 'http://shop.example/a?size=9'
      expect(await through(query, { url })).toBe(url)
    },
  )

  test('the click id is ours alone (R-187)', async () => {
    const brandId = await addBrand(server, 'sub_id')
    const link = await addLink(server, { brandId, treatAsInNetwork: true, passQuery: true })
    const query = 'sub_id=theirs&SUB.ID=theirs&sub%20id=theirs&sub[id=theirs&a=1;sub_id=theirs'
    const { location = '' } = await visit(server, `/s/${link.shortCode}?${query}`)
    const [event] = await eventsOf(server, link)
    expect(location).toBe(`${link.url}?a=1%3Bsub_id=theirs&sub_id=${event?.id}`)
  })

  test.each(['url=http://evil.example', '/../..//evil.example', '@evil.example', '&&=&?&#x'])(
    'host and path cannot be reached with %s',
    async (query) => {
      const { host, pathname, hash } = new URL((await through(query)) ?? '')
      expect([host, pathname, hash]).toEqual(['shop.example', '/a', ''])
    },
  )

  test('a link that was not told to passes nothing on', async () => {
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

  test.each(['%zz=1', 'a%00b=1', '=1', '%3B=1', 'caf\u00e9=1', 'a b=1', 'a=1\r\nX: 1'])(
    '%j is nothing a header could carry or a server could name',
    (pair) => expect(pass('http://a.example/', pair)).toEqual([]),
  )
})
