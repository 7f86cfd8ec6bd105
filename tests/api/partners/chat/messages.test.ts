import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '#contract/partners/chat.ts'
import { MAX_MESSAGE_LENGTH, MESSAGE_BURST, MESSAGE_PAGE_SIZE } from '#contract/partners/chat.ts'
import {
  markReadByBrand,
  messagesOf,
  channelsOfBrand,
  sendAsBrand,
  reportMessage,
} from '../../../../server/partners/chat/brand-side.ts'
import {
  addBrandChannel,
  createChatter,
  fillChannel,
  conversationPerTest,
} from '#support/server/chatting.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer, refusalOf } from '#support/server/test-app.ts'
import { expectTooMany } from '#support/server/asking.ts'

const server = await startTestServer()
const { ana, chat, brand } = conversationPerTest(server)

const send = (body: unknown, key?: string) =>
  chat.post(`/channels/${brand.channel}/messages`, body, key)
const sequences = ({ results }: { results: ChatMessage[] }) =>
  results.map(({ sequence }) => sequence)
describe('sending', () => {
  test('returns the message with its number in the channel', async () => {
    const first = await chat.say(brand.channel, 'Hello', 'key-1')
    const { channel } = brand
    const own = { channel, sequence: 1, author: 'me', text: 'Hello', image_url: null, key: 'key-1' }
    expect(first).toMatchObject(own)
    await brand.says('Good day', 'theirs')
    const { results, next } = await chat.messages(brand.channel)
    expect(results[0]).toEqual(first)
    expect(results[1]).toMatchObject({ sequence: 2, author: 'them', text: 'Good day', key: null })
    expect(next).toBeNull()
  })

  test('both sides at once get numbers without a gap', async () => {
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => chat.say(brand.channel, `mine ${n}`)),
      ...Array.from({ length: 10 }, (_, n) => brand.says(`theirs ${n}`)),
    ])
    const numbers = Array.from({ length: 20 }, (_, n) => n + 1)
    expect(sequences(await chat.messages(brand.channel))).toEqual(numbers)
  })

  test('a key creates one message, even if sent again or ten times at once', async () => {
    const say = () => chat.say(brand.channel, 'once', 'k')
    const all = await Promise.all(Array.from({ length: 10 }, say))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(await chat.say(brand.channel, 'once', 'k')).toEqual(all[0])
    expect(sequences(await chat.messages(brand.channel))).toEqual([1])
  })

  test('another message under the same key is a 409', async () => {
    await chat.say(brand.channel, 'one', 'k')
    expect((await send({ text: 'two' }, 'k')).status).toBe(409)
    expect((await chat.messages(brand.channel)).results).toHaveLength(1)
  })

  test('keys of different users are independent', async () => {
    const other = await createChatter(server, await signUp(server))
    const theirs = await addBrandChannel(server, other)
    await chat.say(brand.channel, 'one', 'same')
    expect(await other.say(theirs.channel, 'two', 'same')).toMatchObject({ text: 'two' })
  })

  test('an invalid key is a 400', async () => {
    expect((await send({ text: 'x' }, 'k'.repeat(201))).status).toBe(400)
  })
})

describe('a text', () => {
  test.each([
    '<script>alert(1)</script><b>bold</b> &amp;',
    'first\nsecond\tthird',
    'שלום and سلام',
    '👩‍👩‍👧 é',
  ])('%j is stored unchanged', async (text) => {
    await chat.say(brand.channel, text)
    expect((await chat.messages(brand.channel)).results[0]?.text).toBe(text)
  })

  test('loses invisible characters: NUL, control characters and text direction marks', async () => {
    const sent = await chat.say(brand.channel, 'a\u0000b\u001b[2Jc\u202egnp.exe\u2066d\u2069 ')
    expect(sent.text).toBe('ab[2Jcgnp.exed')
  })

  test('may have 4,000 characters and no more', async () => {
    const text = 'x'.repeat(MAX_MESSAGE_LENGTH)
    expect((await chat.say(brand.channel, text)).text).toBe(text)
    expect(await refusalOf(await send({ text: `${text}x` }))).toEqual([400, 'text'])
  })

  test.each([{}, { text: '' }, { text: ' \n\u0000 \u202e' }, { text: 7 }, { text: '\ud83d' }])(
    '%j is refused',
    async (body) => {
      expect(await refusalOf(await send(body))).toEqual([400, 'text'])
    },
  )

  test('of a megabyte is refused as too large', async () => {
    expect((await send({ text: 'x'.repeat(1024 * 1024) })).status).toBe(413)
    expect((await chat.messages(brand.channel)).results).toEqual([])
  })
})

test('of a hundred messages at once some are refused until a waiting time is over (A-116)', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => send({ text: `${n}` })))
  const sent = answers.filter(({ status }) => status === 201).length
  // If sending took longer than a second, one more message was allowed for each second.
  expect(sent).toBeGreaterThanOrEqual(MESSAGE_BURST)
  expect(sent).toBeLessThan(100)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused) expectTooMany(answer)
  const numbers = Array.from({ length: sent }, (_, n) => n + 1)
  expect(sequences(await chat.messages(brand.channel))).toEqual(numbers.slice(-MESSAGE_PAGE_SIZE))
  // After the waiting time the user may write again.
  await server.deps.sql`update chat_people set spent_at = now() where user_id = ${ana.uuid}`
  expect((await send({ text: 'later' })).status).toBe(201)
})

const unread = async () =>
  (await ana.get<{ unread_messages: number }>('/v2/my/facts/')).unread_messages

const counts = (unread_count: number, total_unread: number) => ({
  status: 200,
  body: { unread_count, total_unread },
})

describe('reading', () => {
  test('returns pages, the latest first, or from any number', async () => {
    await fillChannel(server, brand.channel, MESSAGE_PAGE_SIZE * 2 + 5)
    const read = async (query: string) => {
      const page = await chat.messages(brand.channel, query)
      return [sequences(page)[0], sequences(page).at(-1), page.next]
    }
    expect(await read('')).toEqual([56, 105, 56])
    expect(await read('?before=56')).toEqual([6, 55, 6])
    expect(await read('?before=6')).toEqual([1, 5, null])
    expect(await read('?after=3')).toEqual([4, 53, 53])
    expect((await chat.messages(brand.channel, '?after=105')).results).toEqual([])
  })

  const INVALID = ['?before=x', '?after=-1', '?before=99999999999', '?after=1.5']
  test.each(INVALID)('%s is a 400', async (query) => {
    expect((await chat.get(`/channels/${brand.channel}/messages${query}`)).status).toBe(400)
  })

  test('lowers the unread counts of the channel and of all channels', async () => {
    const other = await addBrandChannel(server, chat)
    await other.says('elsewhere')
    for (const text of ['a', 'b', 'c']) await brand.says(text)
    expect(await unread()).toBe(4)
    expect(await chat.read(brand.channel, 2)).toEqual(counts(1, 2))
    expect(await unread()).toBe(2)
    // The read position never moves back, nor beyond the last message.
    expect(await chat.read(brand.channel, 1)).toEqual(counts(1, 2))
    expect(await chat.read(brand.channel, 999)).toEqual(counts(0, 1))
    await brand.says('d')
    expect(await unread()).toBe(2)
  })

  test('own messages are never unread', async () => {
    await chat.say(brand.channel, 'mine')
    expect((await chat.channels())[0]?.unread_count).toBe(0)
  })
})

const db = () => server.deps.db

describe('a brand', () => {
  test('sees its channels with unread counts, and users see what it has read', async () => {
    await chat.say(brand.channel, 'Hello')
    await chat.say(brand.channel, 'Anybody?')
    const own = { id: brand.channel, userId: ana.uuid }
    const unread = { ...own, unread: 2, last: { text: 'Anybody?' } }
    expect(await channelsOfBrand(db(), brand.id)).toMatchObject([unread])
    const place = { organizationId: brand.id, channelId: brand.channel }
    await markReadByBrand(db(), { ...place, sequence: 2 })
    expect((await channelsOfBrand(db(), brand.id))[0]?.unread).toBe(0)
    const seen = { seen_sequence: 2, seen_at: expect.any(String) as string }
    expect((await chat.channels())[0]).toMatchObject(seen)
    const { results } = await messagesOf(db(), brand.channel)
    expect(results.map(({ text }) => text)).toEqual(['Hello', 'Anybody?'])
  })

  test('cannot write into, read or report in a channel of another', async () => {
    const stranger = await addBrandChannel(server, chat)
    await chat.say(brand.channel, 'Hello')
    const place = { organizationId: stranger.id, channelId: brand.channel }
    const tries = [
      () => sendAsBrand(db(), { ...place, text: 'x', key: null }),
      () => markReadByBrand(db(), { ...place, sequence: 1 }),
      () => reportMessage(db(), { ...place, sequence: 1, reason: 'x' }),
    ]
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 })
    expect((await chat.messages(brand.channel)).results).toHaveLength(1)
  })

  test('has a rate limit, too', async () => {
    const offers = Array.from({ length: 60 }, (_, n) => brand.says(`offer ${n}`))
    const all = await Promise.allSettled(offers)
    const refused = all.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(60 - MESSAGE_BURST)
  })
})

test('a message of the other side can be reported, once; own messages cannot', async () => {
  await brand.says('Give me your password')
  await chat.say(brand.channel, 'No')
  const report = (sequence: number | string, reason = 'It asks for my password.') =>
    chat.post(`/channels/${brand.channel}/messages/${sequence}/report`, { reason })
  expect((await report(1)).status).toBe(204)
  expect((await report(1, 'Again.')).status).toBe(204)
  for (const none of [2, 99, 'x']) expect((await report(none)).status).toBe(404)
  expect((await report(1, '')).status).toBe(400)
  const rows = await server.deps.sql`
    select r.reason from chat_reports r join chat_messages m on m.id = r.message_id
    where m.channel_id = ${brand.channel}`
  expect([...rows]).toEqual([{ reason: 'Again.' }])
})
