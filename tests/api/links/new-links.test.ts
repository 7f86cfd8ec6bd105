import { beforeEach, describe, expect, test } from 'vitest'
import { partKey } from '#contract/app-constants.ts'
import type { NewLinksAnswer } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addCollection } from '#support/server/links/collections.ts'
import { LINKS, readLink, search } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'

const URL = 'https://shop.example/lamp'

let ana: Person
const server = await startTestServer()
beforeEach(async () => {
  ana = await signUp(server)
})

type Answered = { status: number; link: ShortLink; errors: Record<string, string[]> }

async function answered(response: Response): Promise<Answered> {
  const body = (await response.json()) as {
    result: ShortLink
    errors: Record<string, string[]>
  }
  return { status: response.status, link: body.result, errors: body.errors }
}

const create = async (body: object) => answered(await ana.send('POST', LINKS, body))
const put = async (id: string, body: object, person = ana) =>
  answered(await person.send('PUT', `${LINKS}by-external-id/${encodeURIComponent(id)}/`, body))

async function bulk(links: unknown[], headers = {}) {
  const response = await ana.send('POST', `${LINKS}bulk/`, { links }, headers)
  return { status: response.status, body: (await response.json()) as NewLinksAnswer }
}

describe('creating a link with all its fields', () => {
  test('stores them in one call', async () => {
    await addCollection(ana, 'Lamps')
    const fields = {
      name: 'Oak lamp',
      short_code: `oak-${ana.uuid.slice(0, 8)}`,
      tags: ['wood', 'light'],
      utm_source: 'newsletter',
      is_hidden: true,
      expires_at: '2099-01-01T00:00:00.000Z',
      fallback_url: 'https://shop.example/lamps',
      pass_query: true,
      external_id: 'sku-1',
    }
    const { status, link } = await create({
      url: URL,
      regular_collection_names: ['Lamps'],
      ...fields,
    })
    expect(status).toBe(201)
    expect(link).toMatchObject({ ...fields, url: URL, regular_collection_names: ['Lamps'] })
    expect(link.target_url).toBe(`${URL}?utm_source=newsletter`)
    expect(await readLink(ana, link)).toMatchObject(fields)
  })

  test('keeps a chosen name when the page is read', async () => {
    const { link } = await create({ url: URL, name: 'Oak lamp' })
    expect(link.name).toBe('Oak lamp')
    expect((await create({ url: URL })).link.name).toBe('shop.example')
  })

  test('takes a code that no other link has or had', async () => {
    const code = `elm-${ana.uuid.slice(0, 8)}`
    const { link } = await create({ url: URL, short_code: code })
    const taken = { short_code: ['This code is already in use'] }
    expect((await create({ url: URL, short_code: code.toUpperCase() })).errors).toEqual(taken)
    await ana.send('PATCH', `${LINKS}${link.uuid}/`, { short_code: `${code}-2` })
    expect((await create({ url: URL, short_code: code })).errors).toEqual(taken)
  })

  test.each([
    ['a reserved code', { short_code: 'admin' }, 'short_code'],
    ['a code with a space', { short_code: 'a b' }, 'short_code'],
    ['a domain of nobody', { link_domain_id: 4711 }, 'link_domain_id'],
    ['a fallback that is no address', { fallback_url: 'javascript:alert(1)' }, 'fallback_url'],
    ['an unknown collection', { regular_collection_names: ['None'] }, 'regular_collection_names'],
    ['an empty external id', { external_id: ' ' }, 'external_id'],
    ['a long external id', { external_id: 'x'.repeat(201) }, 'external_id'],
  ])('refuses %s and creates nothing', async (_, body, field) => {
    const { status, errors } = await create({ url: URL, ...body })
    expect([status, Object.keys(errors)]).toEqual([400, [field]])
    expect((await search(ana)).count).toBe(0)
  })
})

describe('external ids', () => {
  test('are unique for one person, and each person has their own', async () => {
    await create({ url: URL, external_id: 'sku-1' })
    const again = await create({ url: URL, external_id: 'sku-1' })
    expect(again.errors).toEqual({ external_id: ['Another of your links has this id.'] })
    const ben = await signUp(server)
    expect((await ben.send('POST', LINKS, { url: URL, external_id: 'sku-1' })).status).toBe(201)
  })

  test('can be changed, removed and used again', async () => {
    const { link } = await create({ url: URL, external_id: 'sku-1' })
    const edit = (body: object) => ana.send('PATCH', `${LINKS}${link.uuid}/`, body)
    await edit({ external_id: 'sku-2' })
    expect((await readLink(ana, link)).external_id).toBe('sku-2')
    await edit({ external_id: null })
    expect(await readLink(ana, link)).not.toHaveProperty('external_id')
    expect((await create({ url: URL, external_id: 'sku-2' })).status).toBe(201)
    const taken = await edit({ external_id: 'sku-2' })
    expect(await taken.json()).toEqual({
      errors: { external_id: ['Another of your links has this id.'] },
    })
  })

  test('PUT creates the link at first and changes it from then on', async () => {
    const made = await put('sku 1/ä', { url: URL, name: 'Lamp' })
    expect([made.status, made.link.external_id]).toEqual([201, 'sku 1/ä'])
    const changed = await put('sku 1/ä', { url: `${URL}-2`, tags: ['new'] })
    expect(changed.status).toBe(200)
    expect(changed.link).toMatchObject({
      uuid: made.link.uuid,
      short_code: made.link.short_code,
      name: 'Lamp',
      url: `${URL}-2`,
      tags: ['new'],
    })
    expect((await search(ana)).count).toBe(1)
  })

  test('PUT distinguishes ids with slashes, percent signs and other scripts', async () => {
    const ids = [
      'a/b',
      'a%2Fb',
      'a%252Fb',
      'ä',
      'ランプ',
      '💡',
      '../x',
      'a?b#c',
      'a b',
      'a+b',
      '100%',
    ]
    for (const [nth, id] of ids.entries()) {
      const made = await put(id, { url: `${URL}-${nth}` })
      expect([made.status, made.link.external_id]).toEqual([201, id])
      expect((await put(id, { url: URL, name: id })).link.uuid).toBe(made.link.uuid)
    }
    expect((await search(ana)).count).toBe(ids.length)
  })

  test.each(['.', '..'])('%s is refused, because an address cannot contain it', async (id) => {
    const { status, errors } = await create({ url: URL, external_id: id })
    expect([status, errors]).toEqual([
      400,
      { external_id: ['Use another id than . or .. for this link.'] },
    ])
  })

  test('PUT with the id of another user creates a separate link', async () => {
    const { link } = await put('sku-1', { url: URL })
    const ben = await signUp(server)
    const bens = await put('sku-1', { url: URL }, ben)
    expect(bens.status).toBe(201)
    expect(bens.link.uuid).not.toBe(link.uuid)
  })

  test('simultaneous PUTs create one link, also on two servers', async () => {
    const other = await createTestServer({ sharedServer: server })
    try {
      const path = `${LINKS}by-external-id/sku-1/`
      const send = (to: TestServer) =>
        to.request('PUT', path, { token: ana.token, body: { url: URL } })
      const answers = await Promise.all([server, other, server, other].map(send))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(statuses.filter((status) => status === 200)).toHaveLength(3)
      expect((await search(ana)).count).toBe(1)
    } finally {
      await other.stop()
    }
  })
})

describe('creating several links', () => {
  test('answers for each in order, and one mistake does not refuse the others', async () => {
    const { status, body } = await bulk([
      { url: URL, external_id: 'a' },
      { url: 'ftp://shop.example/' },
      { url: URL, external_id: 'a' },
      'https://shop.example/',
      { url: 'shop.example/chair', name: 'Chair' },
    ])
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { uuid: expect.any(String), split_url: expect.stringMatching(/\/s\/\w{6}$/) },
      { errors: { url: [expect.any(String)] } },
      { errors: { external_id: ['Another of your links has this id.'] } },
      { errors: { non_field_errors: [expect.any(String)] } },
      { uuid: expect.any(String), split_url: expect.any(String) },
    ])
    const names = (await search(ana)).results.map(({ name }) => name)
    expect(names).toEqual(['Chair', 'shop.example'])
  })

  test('with an idempotency key creates each link once', async () => {
    const links = [{ url: URL }, { url: `${URL}-2` }]
    const first = await bulk(links, { 'Idempotency-Key': 'import-1' })
    const again = await bulk(links, { 'Idempotency-Key': 'import-1' })
    expect(again.body).toEqual(first.body)
    expect((await search(ana)).count).toBe(2)
  })

  test('after a lost answer a call for one link with its part of the key creates no second one', async () => {
    const { body } = await bulk([{ url: URL }, { url: `${URL}-2` }], { 'Idempotency-Key': 'try-1' })
    const headers = { 'Idempotency-Key': partKey('try-1', 1) }
    const again = await answered(await ana.send('POST', LINKS, { url: `${URL}-2` }, headers))
    expect(again.status).toBe(201)
    expect(body.results[1]).toEqual({ uuid: again.link.uuid, split_url: again.link.split_url })
    expect((await search(ana)).count).toBe(2)
  })

  test.each([
    [0, 'Send at least one link.'],
    [101, 'Send at most 100 links in one call.'],
  ])('refuses %i links', async (count, message) => {
    const { status, body } = await bulk(Array.from({ length: count }, () => ({ url: URL })))
    expect([status, body]).toEqual([400, { errors: { links: [message] } }])
  })

  test('creates a hundred links', async () => {
    const links = Array.from({ length: 100 }, (_, n) => ({ url: `${URL}-${n}` }))
    const { body } = await bulk(links)
    expect(body.results.filter((one) => 'uuid' in one)).toHaveLength(100)
    expect((await search(ana)).count).toBe(100)
  })
})
