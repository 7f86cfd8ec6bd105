import { readdirSync, readFileSync } from 'node:fs'
import { CHAT_CHANNEL_NAME } from '#contract/partners/chat.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { campaigns, brands } from '../../../../server/platform/db/schema.ts'
import { eq } from 'drizzle-orm'
import { addBrandChannel, createChatter, type Chatter } from '#support/server/chatting.ts'
import { addBrand } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

let ana: Person
let chat: Chatter
const server = await startTestServer()
beforeEach(async () => {
  ana = await signUp(server)
  chat = await createChatter(server, ana)
})

const host = () => `${crypto.randomUUID()}.example`

async function opened(body: object) {
  const answer = await ana.send('POST', '/v2/my/sendbird/create_group_chat/', body)
  return { status: answer.status, body: (await answer.json()) as object }
}

async function campaignOf(brandId: string, archivedAt: Date | null = null): Promise<number> {
  const key = crypto.randomUUID()
  const [row] = await server.deps.db
    .insert(campaigns)
    .values({ key, brandId, name: 'Lamps', archivedAt })
    .returning()
  return row?.id ?? 0
}

describe('opening a channel', () => {
  test('a brand has one channel, with its name (R-536)', async () => {
    const brand = await addBrand(server, host())
    const first = await opened({ organization_uuid: brand.id })
    expect(first).toEqual({
      status: 200,
      body: { result: { channel_url: expect.stringMatching(/^[0-9a-f-]{36}$/), name: brand.name } },
    })
    expect(await opened({ organization_uuid: brand.id })).toEqual(first)
    expect(await chat.channels()).toHaveLength(1)
  })

  test('many simultaneous requests open one channel (R-536)', async () => {
    const { id } = await addBrand(server, host())
    const urls = await Promise.all(
      Array.from({ length: 12 }, () => chat.open({ organization_uuid: id })),
    )
    expect(new Set(urls).size).toBe(1)
    const support = await Promise.all(
      Array.from({ length: 12 }, () => chat.open({ channel: 'support' })),
    )
    expect(new Set(support).size).toBe(1)
    expect(await chat.channels()).toHaveLength(2)
  })

  test('a campaign opens the channel of its brand', async () => {
    const { id } = await addBrand(server, host())
    const url = await chat.open({ organization_uuid: id })
    expect(await chat.open({ campaign_id: await campaignOf(id) })).toBe(url)
  })

  test('support has its own channel', async () => {
    await chat.open({ channel: 'support' })
    expect(await chat.channels()).toMatchObject([
      { kind: 'support', organization: null, name: 'Split support', last_message: null },
    ])
  })

  test('another user has another channel with the same brand', async () => {
    const { id } = await addBrand(server, host())
    const other = await createChatter(server, await signUp(server))
    expect(await other.open({ organization_uuid: id })).not.toBe(
      await chat.open({ organization_uuid: id }),
    )
  })

  test('hidden and unknown brands and campaigns are a 404', async () => {
    const { id } = await addBrand(server, host())
    const hidden = await campaignOf(id, new Date())
    const unknown = [
      { campaign_id: hidden },
      { campaign_id: 2 ** 31 - 1 },
      { organization_uuid: crypto.randomUUID() },
    ]
    for (const body of unknown) expect((await opened(body)).status).toBe(404)
    await server.deps.db.update(brands).set({ archivedAt: new Date() }).where(eq(brands.id, id))
    expect((await opened({ organization_uuid: id })).status).toBe(404)
  })

  test.each([
    {},
    { channel: 'everybody' },
    { organization_uuid: 'x' },
    { campaign_id: 0 },
    { campaign_id: 1, channel: 'support' },
  ])('%j is a 400', async (body) => {
    expect((await opened(body)).status).toBe(400)
  })
})

describe('the list', () => {
  test('is sorted by the last message and has unread counts', async () => {
    const [one, two] = [await addBrandChannel(server, chat), await addBrandChannel(server, chat)]
    await two.says('first')
    await one.says('second')
    await one.says('third')
    await chat.say(one.channel, 'mine')
    const list = await chat.channels()
    expect(list.map(({ url }) => url)).toEqual([one.channel, two.channel])
    expect(list[0]).toMatchObject({
      kind: 'brand',
      organization: { uuid: one.id, logo_url: null },
      last_message: { text: 'mine', author: 'me', sequence: 3 },
      unread_count: 2,
      last_sequence: 3,
      read_sequence: 0,
      seen_sequence: 0,
      seen_at: null,
    })
  })

  test('is searched by names and messages, without wildcards', async () => {
    const lamps = await addBrandChannel(server, chat, 'lamps.example')
    const chairs = await addBrandChannel(server, chat, 'chairs.example')
    await chairs.says('We send you 100% Wool_')
    await lamps.says('Grüße')
    const found = async (search: string) => (await chat.channels(search)).map(({ url }) => url)
    expect(await found('LAMPS.ex')).toEqual([lamps.channel])
    expect(await found('100% wool_')).toEqual([chairs.channel])
    expect(await found('100% wóol_')).toEqual([chairs.channel])
    expect(await found('GRUSSE')).toEqual([lamps.channel])
    expect(await found('%')).toEqual([chairs.channel])
    expect(await found('100_')).toEqual([])
  })

  test('has no channels of others', async () => {
    const other = await createChatter(server, await signUp(server))
    const brand = await addBrandChannel(server, other)
    await brand.says('secret')
    expect(await chat.channels()).toEqual([])
    expect(await chat.channels('secret')).toEqual([])
  })
})

test('the name of the event stream is defined in one place (R-539)', () => {
  const places = ['src', 'server', 'sw'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${root}/${file}`)
      .filter((file) => readFileSync(file, 'utf8').includes(`'${CHAT_CHANNEL_NAME}'`)),
  )
  expect(places).toEqual(['src/contract/partners/chat.ts'])
})

describe('a channel of another user', () => {
  test('is a 404 for every call', async () => {
    const other = await createChatter(server, await signUp(server))
    const { channel, says } = await addBrandChannel(server, other)
    await says('secret')
    for (const id of [channel, crypto.randomUUID(), 'x']) {
      const answers = [
        await chat.get(`/channels/${id}/messages`),
        await chat.post(`/channels/${id}/messages`, { text: 'x' }),
        await chat.post(`/channels/${id}/read`, { sequence: 1 }),
        await chat.post(`/channels/${id}/messages/1/report`, { reason: 'x' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    }
    expect((await other.messages(channel)).results).toHaveLength(1)
  })
})
