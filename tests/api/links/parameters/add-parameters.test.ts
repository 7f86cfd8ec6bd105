import { describe, expect } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { ask, expectRefused, fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addLink, changes, editLink, LINKS, readLink, search } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const STORY = [
  { name: 'utm_source', value: 'instagram' },
  { name: 'subid', value: 'ana & co' },
]

const add = (person: Person, links: { uuid: string }[], parameters: object[] = STORY) =>
  ask<{ results: ShortLink[] }>(person, 'POST', `${LINKS}parameters/`, {
    uuids: links.map(({ uuid }) => uuid),
    parameters,
  })

/** Returns a link without the progress of reading its page, which goes on meanwhile. */
function withoutProgress(link: ShortLink) {
  const { meta_extraction_progress: _, meta_extraction_error: __, updated_at: ___, ...rest } = link
  return rest
}

const redirectOf = async (link: ShortLink) =>
  (await visit(server, new URL(link.split_url).pathname)).location

describe('parameters for several links', () => {
  test('go into the campaign fields and the URL, and visitors get them', async ({ ana }) => {
    const links = [await addLink(ana), await addLink(ana, 'https://shop.example/b?id=%7E5#top')]
    const { status, body } = await add(ana, links)
    expect(status).toBe(200)
    const results: object[] = []
    for (const [link, url, target] of [
      [
        links[0],
        'https://shop.example/lamp?subid=ana%20%26%20co',
        'https://shop.example/lamp?subid=ana%20%26%20co&utm_source=instagram',
      ],
      [
        links[1],
        'https://shop.example/b?id=%7E5&subid=ana%20%26%20co#top',
        'https://shop.example/b?id=%7E5&subid=ana%20%26%20co&utm_source=instagram#top',
      ],
    ] as const) {
      if (!link) throw new Error('no link')
      const now = await readLink(ana, link)
      expect(now).toMatchObject({ url, utm_source: 'instagram', target_url: target })
      expect(await redirectOf(link)).toBe(target)
      results.push(withoutProgress(now))
    }
    expect(body.results.map(withoutProgress)).toEqual(expect.arrayContaining(results))
    expect(body.results).toHaveLength(2)
  })

  test('replace those of the same name and never appear twice', async ({ ana }) => {
    const link = await addLink(ana, 'https://shop.example/a?subid=old&utm_source=page&subid=older')
    await add(ana, [link])
    const once = 'https://shop.example/a?subid=ana%20%26%20co&utm_source=instagram'
    expect((await readLink(ana, link)).target_url).toBe(once)
    await add(ana, [link])
    expect((await readLink(ana, link)).target_url).toBe(once)
    await add(ana, [link], [{ name: 'subid', value: 'new' }])
    expect((await readLink(ana, link)).target_url).toBe(
      'https://shop.example/a?subid=new&utm_source=instagram',
    )
  })

  test('keep name, tags and other campaign fields of a link', async ({ ana }) => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'Lamp', tags: ['home'], utm_term: 'oak' })
    await add(ana, [link])
    const now = await readLink(ana, link)
    expect(now).toMatchObject({ name: 'Lamp', tags: ['home'], utm_term: 'oak' })
  })

  test('reach other devices with their next request for changes', async ({ ana }) => {
    const link = await addLink(ana)
    const { cursor } = await search(ana)
    await add(ana, [link])
    const { results } = await changes(ana, cursor)
    expect(results.map(({ uuid, utm_source }) => [uuid, utm_source])).toEqual([
      [link.uuid, 'instagram'],
    ])
    // Without a change, nothing is sent again.
    const after = (await changes(ana, cursor)).cursor
    await add(ana, [link])
    expect((await changes(ana, after)).results).toEqual([])
  })

  test('do not change links of others', async ({ ana, eve }) => {
    const [anas, eves] = [await addLink(ana), await addLink(eve)]
    const { body } = await add(eve, [anas, eves, { uuid: crypto.randomUUID() }])
    expect(body.results.map(({ uuid }) => uuid)).toEqual([eves.uuid])
    expect((await readLink(ana, anas)).url).toBe(anas.url)
  })

  test('are refused for all links if one of them cannot get them', async ({ ana }) => {
    const short = await addLink(ana)
    const long = await addLink(ana, `https://shop.example/${'x'.repeat(1960)}`)
    await editLink(ana, long, { name: 'Long' })
    expect(await add(ana, [short, long])).toEqual(
      fieldError('parameters', 'The URL of “Long” would have more than 2000 characters.'),
    )
    expect((await readLink(ana, short)).url).toBe(short.url)
  })

  test('cannot change the URL of a blocked link', async ({ ana }) => {
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'Lamp' })
    await server.deps.sql`update links set blocked_at = now() where id = ${link.uuid}`
    expect(await add(ana, [link])).toEqual(
      fieldError(
        'parameters',
        'The operator has blocked “Lamp”, so its URL cannot change. Leave it out.',
      ),
    )
    expect((await add(ana, [link], STORY.slice(0, 1))).status).toBe(200)
  })

  test('are refused on the wrong field', async ({ ana }) => {
    const link = await addLink(ana)
    await expectRefused(add(ana, []), 'uuids')
    await expectRefused(add(ana, [{ uuid: 'x' }]), 'uuids')
    await expectRefused(
      add(
        ana,
        Array.from({ length: 501 }, () => link),
      ),
      'uuids',
    )
    await expectRefused(add(ana, [link], []), 'parameters')
    await expectRefused(add(ana, [link], [{ name: '?', value: 'x' }]), 'parameters')
  })
})
