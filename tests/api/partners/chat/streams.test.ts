import { describe, expect, test, vi } from 'vitest'
import { markReadByBrand } from '../../../../server/partners/chat/brand-side.ts'
import {
  addBrandChannel,
  createChatter,
  fillChannel,
  readEventStream,
  type Stream,
} from '#support/server/chatting.ts'
import { signIn, signUp } from '#support/server/people.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { startStreamServer } from '#support/server/streaming.ts'

const on = await startStreamServer()
const { server, open, heartbeat } = on
const sequencesOf = (stream: Stream) => stream.told().map(({ data }) => data['sequence'])

describe('a stream', () => {
  test('sends a message of the brand at once and raises the unread count (R-532)', async () => {
    const stream = await open()
    expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
    await on.brand.says('Hello Ana')
    await stream.has(1)
    const data = { text: 'Hello Ana', author: 'them', sequence: 1 }
    expect(stream.told()).toMatchObject([{ event: 'message', data }])
    expect(await on.ana.get('/v2/my/facts/')).toMatchObject({ unread_messages: 1 })
  })

  test('sends the same events in the same order to every device, including own messages', async () => {
    const [one, two] = [await open(), await open()]
    await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => on.chat.say(on.brand.channel, `mine ${n}`)),
      ...Array.from({ length: 5 }, (_, n) => on.brand.says(`theirs ${n}`)),
    ])
    await Promise.all([one.has(10), two.has(10)])
    expect(two.told()).toEqual(one.told())
    expect(sequencesOf(one)).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
  })

  test('sends read positions of both sides and new channels', async () => {
    await on.brand.says('one')
    await on.brand.says('two')
    const stream = await open()
    await on.chat.read(on.brand.channel, 1)
    const place = { organizationId: on.brand.id, channelId: on.brand.channel }
    await markReadByBrand(server.deps.db, { ...place, sequence: 2 })
    const support = await on.chat.open({ channel: 'support' })
    await stream.has(3)
    const channel = on.brand.channel
    const counts = { read_sequence: 1, unread_count: 1, total_unread: 1 }
    expect(stream.told()).toMatchObject([
      { event: 'read', data: { channel, ...counts } },
      { event: 'channel', data: { url: channel, seen_sequence: 2 } },
      { event: 'channel', data: { url: support, kind: 'support' } },
    ])
  })

  test('sends no events of others', async () => {
    const other = await createChatter(server, await signUp(server))
    const theirs = await addBrandChannel(server, other)
    const stream = await open()
    await theirs.says('secret')
    await other.say(theirs.channel, 'secret, too')
    await on.brand.says('for Ana')
    await stream.has(1)
    expect(stream.texts()).toEqual(['for Ana'])
  })

  test('sends a heartbeat every 25 seconds', async () => {
    const stream = await open()
    for (const beats of [1, 2]) {
      heartbeat()
      await vi.waitFor(() => expect(stream.beats()).toBe(beats))
    }
  })

  test('ends with its session', async () => {
    const phone = await signIn(server, on.ana)
    const { token } = await createChatter(server, phone)
    const [left, kept] = [await open(server, undefined, token), await open()]
    await phone.send('POST', '/v1/logout')
    heartbeat()
    await left.ended
    await on.brand.says('only for who is here')
    await kept.has(1)
    expect(left.texts()).toEqual([])
  })
})

/** Opens and leaves a stream. Returns the id of its last event. */
async function lastIdOfNewStream() {
  const stream = await open()
  await stream.leave()
  return stream.lastId()
}

describe('reconnecting', () => {
  test('with an event id sends later events, once and in order', async () => {
    const first = await open()
    await on.brand.says('one')
    await first.has(1)
    await first.leave()
    await on.brand.says('two')
    await on.chat.say(on.brand.channel, 'three')
    const again = await open(server, first.lastId())
    await again.has(2)
    await on.brand.says('four')
    await again.has(3)
    expect(again.texts()).toEqual(['two', 'three', 'four'])
    const ids = [...first.told(), ...again.told()].map(({ id }) => id)
    expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n))
  })

  test('without an event id starts now', async () => {
    await on.brand.says('before')
    const stream = await open()
    await on.brand.says('after')
    await stream.has(1)
    expect(stream.texts()).toEqual(['after'])
  })

  test.each(['999999', 'x', '-1', '9'.repeat(40), '1.0badc0de'])(
    'with the unknown event id %s asks the client to reload everything',
    async (after) => {
      await on.brand.says('one')
      const stream = await open(server, after)
      expect(stream.events[0]).toMatchObject({ event: 'resync', data: { whole: true } })
      await on.brand.says('two')
      await stream.has(2)
      expect(stream.texts()).toEqual(['two'])
    },
  )

  test('with an id whose events were deleted asks the client to reload', async () => {
    const first = await open()
    const id = first.lastId()
    for (const text of ['one', 'two', 'three']) await on.brand.says(text)
    await first.has(3)
    await server.deps
      .sql`delete from chat_events where user_id = ${on.ana.uuid} and number <= ${id + 2}`
    const [asked] = (await open(server, id)).events
    expect(asked).toMatchObject({ event: 'resync', id: id + 3, data: { whole: false } })
    const near = await open(server, id + 2)
    await near.has(1)
    expect(near.texts()).toEqual(['three'])
  })

  test('works while another device receives events', async () => {
    await open()
    const id = await lastIdOfNewStream()
    for (let round = 1; round <= 15; round += 1) {
      const [again] = await Promise.all([open(server, id), on.brand.says(`${round}`)])
      await again.has(round)
      expect(again.texts()).toEqual(Array.from({ length: round }, (_, n) => `${n + 1}`))
      await again.leave()
    }
  })

  test('sends many missed events in order, over several database reads', async () => {
    const id = await lastIdOfNewStream()
    await fillChannel(server, on.brand.channel, 230)
    const again = await open(server, id)
    await again.has(230)
    expect(sequencesOf(again)).toEqual(Array.from({ length: 230 }, (_, n) => n + 1))
  })
})

const other = await startTestServer({ sharedServer: server, listen: true })

describe('two servers on one database', () => {
  test('a message sent at one server is received at the other', async () => {
    const stream = await open(other)
    await on.chat.say(on.brand.channel, 'from here')
    const there = await createChatter(other, on.ana)
    await there.say(on.brand.channel, 'from there')
    await stream.has(2)
    expect(stream.texts()).toEqual(['from here', 'from there'])
  })

  test('a reader that switches servers loses nothing and gets nothing twice', async () => {
    const all: number[] = []
    let last: number | undefined
    let said = 0
    const talk = (async () => {
      for (; said < 60; said += 1) {
        const at = said % 2 === 0 ? server : other
        await at.deps
          .sql`update chat_channels set other_spent_at = null where id = ${on.brand.channel}`
        await on.brand.says(`${said}`)
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

  test('a stopping server ends its streams at once, and readers continue at the other', async () => {
    const stopping = await createTestServer({ sharedServer: server, listen: true })
    const stream = await open(stopping)
    await on.brand.says('one')
    await stream.has(1)
    stopping.deps.chatStreams.end()
    await stream.ended
    expect((await readEventStream(stopping, on.chat.token)).answer.status).toBe(503)
    await on.brand.says('two')
    const again = await open(other, stream.lastId())
    await again.has(1)
    expect(again.texts()).toEqual(['two'])
    await stopping.stop()
  })
})
