import { expect, test } from 'vitest'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'
import { createChatter, startConversation } from '#support/server/chatting.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import { signUp } from '#support/server/people.ts'
import { enterConsole, type Member } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps
fakeDatesPerTest()

let members = 0
const enter = () => enterConsole(server, 'support', `support-${(members += 1)}@staff.example`)
const send = (ben: Member, subject: string, form: Record<string, string> = {}) =>
  ben.post('/console/actions/message.send', { subject, ...form })

test('a message to support is read and answered once', async () => {
  const ana = await signUp(server)
  const chat = await createChatter(server, ana)
  const channel = await chat.open({ channel: 'support' })
  await chat.say(channel, 'Where is <b>my</b> money?')
  const ben = await enter()
  expect((await ben.get('/console/today')).html).toContain('waits for an answer')
  expectParts((await ben.get('/console/messages')).html, ana.email, 'Split support', '1<span')
  const path = `/console/messages/${channel}`
  expect((await ben.get(path)).html).toContain('Where is &lt;b&gt;my&lt;/b&gt; money?')
  expect((await ben.get('/console/today')).html).not.toContain('waits for an answer')
  const form = { text: 'On its way', key: crypto.randomUUID(), back: path }
  for (let n = 0; n < 2; n += 1)
    expect((await send(ben, `channel ${channel}`, form)).headers.get('location')).toBe(path)
  const { results } = await chat.messages(channel)
  expect(results.map(({ text }) => text)).toEqual(['Where is <b>my</b> money?', 'On its way'])
  const entries = await sql`
    select who, after from audit_entries where subject = ${`channel ${channel}`}`
  expect(entries[0]).toMatchObject({ who: 'Ben Sample' })
  expect(JSON.stringify(entries)).not.toContain('On its way')
})

test('support can write to a user who has not written', async () => {
  const ana = await signUp(server)
  const ben = await enter()
  const path = `/console/messages/with/${ana.uuid}`
  expect((await ben.get(`/console/people/${ana.uuid}`)).html).toContain(path)
  expect((await ben.get(path)).html).toContain(`value="user ${ana.uuid}"`)
  const empty = await send(ben, `user ${ana.uuid}`, { text: '  ' })
  expect(empty.status).toBe(400)
  const form = { text: 'Please confirm your address', back: path }
  expect((await send(ben, `user ${ana.uuid}`, form)).status).toBe(303)
  const chat = await createChatter(server, ana)
  const [channel] = await chat.channels()
  const moved = await ben.get(path)
  expect(moved.headers.get('location')).toBe(`/console/messages/${channel?.url}#end`)
  expect((await ben.get(`/console/messages/with/${crypto.randomUUID()}`)).status).toBe(404)
})

test('messages to a brand stay unread until the brand has read them', async () => {
  const { chat, brand } = await startConversation(server)
  const { channel } = brand
  await chat.say(channel, 'Hello shop')
  const ben = await enter()
  const path = `/console/messages/${channel}`
  for (let n = 0; n < 2; n += 1)
    expectParts((await ben.get(path)).html, 'Hello shop', 'lamps.example', '1<span')
  await send(ben, `channel ${channel}`, { text: 'The shop is closed today' })
  const { results } = await chat.messages(channel)
  expect(results.map(({ text }) => text)).toContain('The shop is closed today')
})

test('reported messages lead to their conversation', async () => {
  const { chat, brand } = await startConversation(server)
  const { channel } = brand
  await brand.says('Pay <i>me</i> outside')
  const [message] = (await chat.messages(channel)).results
  const ben = await enter()
  expectNoParts((await ben.get('/console/messages')).html, 'Reported messages')
  const reported = await chat.post(`/channels/${channel}/messages/${message?.sequence}/report`, {
    reason: 'A trap',
  })
  expect(reported.status).toBeLessThan(300)
  expectParts(
    (await ben.get('/console/messages')).html,
    'The person reports: A trap',
    'Pay &lt;i&gt;me&lt;/i&gt; outside',
    `/console/messages/${channel}"`,
  )
})

test('unknown conversations are not found', async () => {
  const ben = await enter()
  for (const id of [crypto.randomUUID(), 'x'])
    expect((await ben.get(`/console/messages/${id}`)).status).toBe(404)
  const gone = await send(ben, `channel ${crypto.randomUUID()}`, { text: 'Hello' })
  expect(gone.html).toContain('There is no channel')
})
