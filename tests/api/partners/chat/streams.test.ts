import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS } from '#contract/chat.ts'
import { markReadByBrand } from '../../../../server/partners/chat/brand-side.ts'
import {
  addBrandChannel,
  createChatter,
  fillChannel,
  readEventStream,
  type Chatter,
  type Stream,
} from '#support/server/chatting.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

// These tests start servers with open connections, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let ana: Person
let chat: Chatter
let brand: Awaited<ReturnType<typeof addBrandChannel>>
const streams: Stream[] = []
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await createTestServer({ listen: true, connectionsPerAddress: 10_000 })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})
beforeEach(async () => {
  ana = await signUp(server)
  chat = await createChatter(server, ana)
  brand = await addBrandChannel(server, chat)
})
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.leave()))
})

async function open(at: TestServer = server, after?: number | string, token = chat.token) {
  const stream = await readEventStream(at, token, after)
  streams.push(stream)
  if (stream.answer.ok) await stream.begun()
  return stream
}

const heartbeat = () => vi.advanceTimersByTime(HEARTBEAT_MS)

describe('a stream', () => {
  test('tells a message of the brand at once, and what waits goes up by one (R-532)', async () => {
    const stream = await open()
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
    await brand.says('Hello Ana')
    await stream.has(1)
    expect(stream.told()).toMatchObject([
      { event: 'message', data: { text: 'Hello Ana', author: 'them', sequence: 1 } },
    ])
    const facts = await (await ana.send('GET', '/v2/my/facts/')).json()
    expect(facts).toMatchObject({ unread_messages: 1 })
  })

  test('tells every device of a person the same, in one order, one’s own messages too', async () => {
    const [one, two] = [await open(), await open()]
    await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => chat.say(brand.channel, `mine ${n}`)),
      ...Array.from({ length: 5 }, (_, n) => brand.says(`theirs ${n}`)),
    ])
    await Promise.all([one.has(10), two.has(10)])
    expect(two.told()).toEqual(one.told())
    expect(one.told().map(({ data }) => data['sequence'])).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    )
  })

  test('tells what was read, here and over there, and a new channel', async () => {
    await brand.says('one')
    await brand.says('two')
    const stream = await open()
    await chat.read(brand.channel, 1)
    await markReadByBrand(server.deps.db, {
      organizationId: brand.id,
      channelId: brand.channel,
      sequence: 2,
    })
    const support = await chat.open({ channel: 'support' })
    await stream.has(3)
    expect(stream.told()).toMatchObject([
      {
        event: 'read',
        data: { channel: brand.channel, read_sequence: 1, unread_count: 1, total_unread: 1 },
      },
      { event: 'channel', data: { url: brand.channel, seen_sequence: 2 } },
      { event: 'channel', data: { url: support, kind: 'support' } },
    ])
  })

  test('tells nothing of anybody else', async () => {
    const other = await createChatter(server, await signUp(server))
    const theirs = await addBrandChannel(server, other)
    const stream = await open()
    await theirs.says('secret')
    await other.say(theirs.channel, 'secret, too')
    await brand.says('for Ana')
    await stream.has(1)
    expect(stream.texts()).toEqual(['for Ana'])
  })

  test('gives a sign of life every 25 seconds', async () => {
    const stream = await open()
    for (const beats of [1, 2]) {
      heartbeat()
      await vi.waitFor(() => expect(stream.beats()).toBe(beats))
    }
  })

  test('ends with its session', async () => {
    const phone = await signIn(server, ana)
    const { token } = await createChatter(server, phone)
    const [left, kept] = [await open(server, undefined, token), await open()]
    await phone.send('POST', '/v1/logout')
    heartbeat()
    await left.ended
    await brand.says('only for who is here')
    await kept.has(1)
    expect(left.texts()).toEqual([])
  })
})

describe('coming again', () => {
  test('after a number gives what came later, once and in order', async () => {
    const first = await open()
    await brand.says('one')
    await first.has(1)
    await first.leave()
    await brand.says('two')
    await chat.say(brand.channel, 'three')
    const again = await open(server, first.lastId())
    await again.has(2)
    await brand.says('four')
    await again.has(3)
    expect(again.texts()).toEqual(['two', 'three', 'four'])
    const ids = [...first.told(), ...again.told()].map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n))
  })

  test('without a number begins now', async () => {
    await brand.says('before')
    const stream = await open()
    await brand.says('after')
    await stream.has(1)
    expect(stream.texts()).toEqual(['after'])
  })

  test.each(['999999', 'x', '-1', '9'.repeat(40), '1.0badc0de'])(
    'after %s, which nobody was told, is told to ask for everything again',
    async (after) => {
      await brand.says('one')
      const stream = await open(server, after)
      expect(stream.events[0]).toMatchObject({ event: 'resync', data: { whole: true } })
      await brand.says('two')
      await stream.has(2)
      expect(stream.texts()).toEqual(['two'])
    },
  )

  test('after what has been forgotten, too', async () => {
    const first = await open()
    const id = first.lastId()
    for (const text of ['one', 'two', 'three']) await brand.says(text)
    await first.has(3)
    await server.deps
      .sql`delete from chat_events where user_id = ${ana.uuid} and number <= ${id + 2}`
    expect((await open(server, id)).events[0]).toMatchObject({
      event: 'resync',
      id: id + 3,
      data: { whole: false },
    })
    const near = await open(server, id + 2)
    await near.has(1)
    expect(near.texts()).toEqual(['three'])
  })

  test('while another device is told something, is not cut off for what it has missed', async () => {
    await open()
    const first = await open()
    const id = first.lastId()
    await first.leave()
    for (let round = 1; round <= 15; round += 1) {
      const [again] = await Promise.all([open(server, id), brand.says(`${round}`)])
      await again.has(round)
      expect(again.texts()).toEqual(Array.from({ length: round }, (_, n) => `${n + 1}`))
      await again.leave()
    }
  })

  test('brings many in their order, more than one look at the database', async () => {
    const first = await open()
    const id = first.lastId()
    await first.leave()
    await fillChannel(server, brand.channel, 230)
    const again = await open(server, id)
    await again.has(230)
    expect(again.told().map(({ data }) => data['sequence'])).toEqual(
      Array.from({ length: 230 }, (_, n) => n + 1),
    )
  })
})

describe('two servers on one database', () => {
  let other: TestServer
  beforeAll(async () => {
    other = await createTestServer({ sharedServer: server, listen: true })
  })
  afterAll(() => other.stop())

  test('what is said at one is told at the other', async () => {
    const stream = await open(other)
    await chat.say(brand.channel, 'from here')
    const there = await createChatter(other, ana)
    await there.say(brand.channel, 'from there')
    await stream.has(2)
    expect(stream.texts()).toEqual(['from here', 'from there'])
  })

  test('a reader that changes between them loses nothing and gets nothing twice', async () => {
    const all: number[] = []
    let last: number | undefined
    let said = 0
    const talk = (async () => {
      for (; said < 60; said += 1) {
        const at = said % 2 === 0 ? server : other
        await at.deps
          .sql`update chat_channels set other_spent_at = null where id = ${brand.channel}`
        await brand.says(`${said}`)
      }
    })()
    for (let round = 0; all.length < 60; round += 1) {
      const stream: Stream = await open(round % 2 === 0 ? other : server, last ?? 0)
      if (all.length < 60) await stream.has(1)
      await stream.leave()
      last = stream.lastId()
      all.push(...stream.texts().map(Number))
    }
    await talk
    expect(all).toEqual(Array.from({ length: 60 }, (_, n) => n))
  })

  test('a server that stops ends its streams at once, and the other goes on with them', async () => {
    const stopping = await createTestServer({ sharedServer: server, listen: true })
    const stream = await open(stopping)
    await brand.says('one')
    await stream.has(1)
    stopping.deps.chatStreams.end()
    await stream.ended
    const late = await readEventStream(stopping, chat.token)
    expect(late.answer.status).toBe(503)
    await brand.says('two')
    const again = await open(other, stream.lastId())
    await again.has(1)
    expect(again.texts()).toEqual(['two'])
    await stopping.stop()
  })
})
