import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { prefill } from '#app/chat/drafts.ts'
import { paths } from '#paths.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { setWidth } from '#support/browser-window.ts'
import { aChannel, aMessage, CHANNELS, chatServer, KITCHEN, LAMPS } from '#support/window/chat.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { chooseFromMenu, press, userEvent } from '#support/window/on-screen.ts'
import { ChatScreen } from './chat-screen.tsx'

signInPerTest({ width: 390 })

const list = () => renderAt(paths.chats, paths.chats, ChatScreen)
const thread = (channel = KITCHEN) =>
  renderAt(paths.chat('$channel'), paths.chat(channel), ChatScreen)
const log = () => screen.findByRole('log', { name: 'Messages' })
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ })

test('the list shows name, last message and unread count of each conversation (R-020, R-538)', async () => {
  chatServer([aMessage(1), aMessage(2, { text: '<b>The skillets</b> shipped' })])
  await list()
  const row = await screen.findByRole('link', { name: /Sample Kitchen/ })
  expect(row.getAttribute('href')).toBe(paths.chat(KITCHEN))
  expect(row.textContent).toContain('<b>The skillets</b> shipped')
  expect(row.textContent).toContain('2 unread')
})

test('without conversations the list says so, and where to start one', async () => {
  chatServer([], { [CHANNELS]: { results: [] } })
  await list()
  expect(await screen.findByText('No messages yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find a brand' })).toBeTruthy()
})

test('search filters names at once, and the server finds messages (R-532)', async () => {
  const lamps = aChannel({ url: LAMPS, name: 'Example Lamps' })
  const { channel } = chatServer([aMessage(1)])
  chatServer([aMessage(1)], {
    [CHANNELS]: ({ query }) => ({
      results: query.get('search') === 'glaze' ? [lamps] : [channel(), lamps],
    }),
  })
  await list()
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a brand' }), 'kitchen')
  expect(screen.queryByRole('link', { name: /Example Lamps/ })).toBeNull()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), 'glaze')
  expect(await screen.findByRole('link', { name: /Example Lamps/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Sample Kitchen/ })).toBeNull()
})

test('messages show author and time, HTML as text and addresses as links (R-019)', async () => {
  chatServer([
    aMessage(1, { text: '<img src=x onerror=alert(1)> see https://shop.example/a.' }),
    aMessage(2, { author: 'me', author_name: 'Ana', text: 'Thanks' }),
  ])
  await thread()
  const said = within(await log()).getAllByRole('listitem')
  expect(said[0]?.textContent).toMatch(/^Sample Kitchen, .*<img src=x onerror=alert\(1\)> see/)
  expect(said[1]?.textContent).toMatch(/^You, .*Thanks/)
  const link = within(await log()).getByRole('link', { name: 'https://shop.example/a' })
  expect(link.getAttribute('rel')).toContain('noopener')
  expect((await log()).querySelector('img')).toBeNull()
})

test('reading resets the unread count here and on the server (R-538)', async () => {
  const server = chatServer([aMessage(1), aMessage(2)])
  const { unmount } = await thread()
  await log()
  await waitFor(() => expect(server.read()).toBe(2))
  unmount()
  await list()
  const row = await screen.findByRole('link', { name: /Sample Kitchen/ })
  await waitFor(() => expect(row.textContent).not.toContain('unread'))
})

test.each([404, 400])(
  'an unknown channel shows the list with a notice: %i (R-540)',
  async (status) => {
    chatServer([aMessage(1)], { [`GET /chat/channels/${LAMPS}/messages`]: json({}, status) })
    await thread(LAMPS)
    expect(await screen.findByText('This conversation isn’t available.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /Sample Kitchen/ })).toBeTruthy()
  },
)

test('Enter on a keyboard sends a message and empties the field (R-532)', async () => {
  const server = chatServer([aMessage(1)])
  await thread()
  await log()
  const user = userEvent.setup()
  await user.type(await field(), 'One{Shift>}{Enter}{/Shift}two{Enter}')
  await waitFor(() => expect(server.messages.at(-1)?.text).toBe('One\ntwo'))
  expect((await field()).value).toBe('')
  const said = within(await log()).getAllByRole('listitem')
  await waitFor(() => expect(said.length).toBe(2))
  await waitFor(async () => expect(within(await log()).queryByText(/Sending/)).toBeNull())
})

test('offline, messages wait visibly and are sent once, in order (D-75)', async () => {
  const server = chatServer([aMessage(1)])
  const { store } = await thread()
  await log()
  goOffline(store)
  await userEvent.type(await field(), 'First{Enter}')
  await waitFor(async () => expect((await log()).textContent).toContain('First'))
  await userEvent.type(await field(), 'Second{Enter}')
  await waitFor(async () =>
    expect(within(await log()).getAllByRole('button', { name: 'Take back' })).toHaveLength(2),
  )
  expect(server.messages).toHaveLength(1)
  goOnline(store)
  await sendNow()
  expect(server.messages.map(({ text }) => text)).toEqual(['Message 1', 'First', 'Second'])
  await waitFor(async () =>
    expect(within(await log()).queryByRole('button', { name: 'Take back' })).toBeNull(),
  )
  expect(within(await log()).getAllByRole('listitem')).toHaveLength(3)
})

test('a refused message says so; after discarding it, the next ones are sent', async () => {
  const server = chatServer([aMessage(1)])
  const POST = `POST /chat/channels/${KITCHEN}/messages`
  server.change({ [POST]: json({ errors: { text: ['Too many at once.'] } }, 400) })
  await thread()
  await log()
  await userEvent.type(await field(), 'Never{Enter}')
  expect(await screen.findByText('Not sent: Too many at once.')).toBeTruthy()
  await userEvent.type(await field(), 'After{Enter}')
  expect(await screen.findByText('Waiting for the message above.')).toBeTruthy()
  const sent: string[] = []
  server.change({
    [POST]: ({ body, key }) => {
      sent.push(String(body['text']))
      return json({ result: aMessage(2, { author: 'me', text: sent.at(-1) ?? '', key }) }, 201)
    },
  })
  const [first] = screen.getAllByRole('button', { name: 'Take back' })
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(sent).toEqual(['After']))
})

test('Retry sends a refused message again, before those behind it', async () => {
  const server = chatServer([aMessage(1)])
  const POST = `POST /chat/channels/${KITCHEN}/messages`
  server.change({ [POST]: json({ errors: { text: ['Too many at once.'] } }, 400) })
  await thread()
  await log()
  await userEvent.type(await field(), 'First{Enter}')
  await screen.findByText('Not sent: Too many at once.')
  await userEvent.type(await field(), 'Second{Enter}')
  await screen.findByText('Waiting for the message above.')
  const sent: string[] = []
  server.change({
    [POST]: ({ body, key }) => {
      sent.push(String(body['text']))
      const more = { author: 'me', text: sent.at(-1) ?? '', key } as const
      return json({ result: aMessage(sent.length + 1, more) }, 201)
    },
  })
  await press('Retry')
  await waitFor(() => expect(sent).toEqual(['First', 'Second']))
  await waitFor(() => expect(screen.queryByText(/^Not sent|^Waits/)).toBeNull())
})

test('typed text is kept per channel, and an application waits to be sent (R-537, D-57)', async () => {
  const server = chatServer([aMessage(1)])
  await prefill(KITCHEN, { text: 'Hi, I’d like to join.', about: 'Summer Tables' })
  const first = await thread()
  await waitFor(async () => expect((await field()).value).toBe('Hi, I’d like to join.'))
  expect(screen.getByText('Your application to Summer Tables')).toBeTruthy()
  await userEvent.type(await field(), ' Ana')
  first.unmount()
  await thread()
  await waitFor(async () => expect((await field()).value).toBe('Hi, I’d like to join. Ana'))
  expect(server.messages).toHaveLength(1)
  await press('Send')
  await waitFor(() => expect(server.messages.at(-1)?.text).toBe('Hi, I’d like to join. Ana'))
  await waitFor(() => expect(screen.queryByText('Your application to Summer Tables')).toBeNull())
})

test('characters are counted near the limit, and a longer message is not sent', async () => {
  chatServer([aMessage(1)])
  await prefill(KITCHEN, { text: 'x'.repeat(3999) })
  await thread()
  expect(await screen.findByText('1 left')).toBeTruthy()
  await userEvent.type(await field(), 'yz')
  expect(await screen.findByText('1 too many. Shorten it to send it.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
})

test('an emoji of several people counts as one character', async () => {
  chatServer([aMessage(1)])
  await prefill(KITCHEN, { text: 'x'.repeat(3989) + '👨‍👩‍👧‍👦'.repeat(10) })
  await thread()
  expect(await screen.findByText('1 left')).toBeTruthy()
})

test('a character with too many marks is refused before it is sent', async () => {
  chatServer([aMessage(1)])
  await prefill(KITCHEN, { text: `a${'\u0301'.repeat(100)}` })
  await thread()
  expect(
    await screen.findByText('This has too many marks on its characters. Type it without them.'),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true')
})

test.each([
  [874, 0],
  [876, 1],
])('at %i px the list is beside the conversation or not (R-090)', async (width, lists) => {
  setWidth(width)
  chatServer([aMessage(1)])
  await thread()
  await log()
  await waitFor(() =>
    expect(screen.queryAllByRole('list', { name: 'Conversations' })).toHaveLength(lists),
  )
})

test('offline, the conversation is read from this device', async () => {
  const server = chatServer([aMessage(1, { text: 'Kept' })])
  const first = await thread()
  await waitFor(async () => expect((await log()).textContent).toContain('Kept'))
  await server.quiet()
  first.unmount()
  server.change({
    [CHANNELS]: noConnection,
    [`GET /chat/channels/${KITCHEN}/messages`]: noConnection,
  })
  await thread()
  expect((await log()).textContent).toContain('Kept')
})

test('older messages are loaded above on request', async () => {
  chatServer(Array.from({ length: 70 }, (_, index) => aMessage(index + 1)))
  await thread()
  expect(within(await log()).getAllByRole('listitem')).toHaveLength(50)
  await press('Show earlier messages')
  await waitFor(async () => expect(within(await log()).getAllByRole('listitem')).toHaveLength(70))
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
})

test('a message of the other side can be reported', async () => {
  const server = chatServer([aMessage(1, { text: 'Buy now' })])
  const REPORT = `POST /chat/channels/${KITCHEN}/messages/1/report`
  server.change({ [REPORT]: json({}, 201) })
  await thread()
  await log()
  await chooseFromMenu('More', 'Report a message')
  const dialog = within(await screen.findByRole('dialog', { name: 'Report a message' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }))
  expect(dialog.getByText('Tell us what is wrong.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox'), 'Spam')
  await userEvent.click(dialog.getByRole('button', { name: 'Report' }))
  await waitFor(() => expect(server.sentTo(REPORT)).toEqual([{ reason: 'Spam' }]))
})
