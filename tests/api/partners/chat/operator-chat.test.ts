import { expect, test } from 'vitest'
import { chatCommand } from '../../../../server/operator/chat.ts'
import { addBrandChannel, createChatter } from '#support/server/chatting.ts'
import { signUp } from '#support/server/people.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { expectParts } from '#support/expect-parts.ts'

const { server, ana } = await startWithCreator()
const chat = await createChatter(server, ana)

/** Runs a command as `npm run operator -- chat` does. */
function operator(...typed: string[]): Promise<string> {
  const command = chatCommand(['chat', ...typed])
  if (!command) throw new Error('no such command')
  return command()(server.deps.db)
}

test('the operator reads what was written to support, and answers (D-31)', async () => {
  expect(await operator('list')).toBe('There are no messages yet.')
  const channel = await chat.open({ channel: 'support' })
  await chat.say(channel, 'My link\nis \u202eblocked')
  expect(await operator('list')).toMatch(
    new RegExp(`^${channel}  .* UTC  Split support  ${ana.email}  1 unread$`),
  )
  expect(await operator('show', channel)).toContain(`${ana.email}: My link is blocked`)
  expect(await operator('list')).toContain('0 unread')
  expect((await chat.channels())[0]?.seen_sequence).toBe(1)
  expect(await operator('say', channel, 'It is free again.')).toContain('message 2')
  const expected = { author: 'them', author_name: 'Split support', text: 'It is free again.' }
  expect((await chat.messages(channel)).results[1]).toMatchObject(expected)
})

test('answers for a brand in its channel', async () => {
  const { channel } = await addBrandChannel(server, chat)
  await chat.say(channel, 'Hello')
  await operator('say', channel, 'Good day')
  const [, answer] = (await chat.messages(channel)).results
  expect(answer).toMatchObject({ author: 'them', text: 'Good day' })
  expect(answer?.author_name).toContain('lamps.example')
})

test('writes first, by an email address', async () => {
  const bob = await signUp(server)
  await operator('say', bob.email, 'Welcome')
  const [support] = await (await createChatter(server, bob)).channels()
  expect(support).toMatchObject({ kind: 'support', last_message: { text: 'Welcome' } })
})

test('sees reported messages', async () => {
  const { channel, says } = await addBrandChannel(server, chat)
  await says('Send me your password')
  await chat.post(`/channels/${channel}/messages/1/report`, { reason: 'It is a trick.' })
  const line = (await operator('reports')).split('\n').find((one) => one.includes(channel))
  expectParts(line, `${ana.email} reports`, 'It is a trick. | Send me your password')
})

test('gets an error for wrong input', async () => {
  await expect(operator('show', crypto.randomUUID())).rejects.toThrow('There is no channel')
  await expect(operator('say', 'nobody@people.example', 'x')).rejects.toThrow('no account')
  expect(() => operator('say', crypto.randomUUID(), ' ')).toThrow('Write a message.')
  for (const typed of [[], ['show'], ['say', 'x'], ['list', 'x'], ['sing']])
    expect(chatCommand(['chat', ...typed])).toBeUndefined()
})
