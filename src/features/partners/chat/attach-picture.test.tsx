import { beforeEach, expect, test, vi } from 'vitest'
import { paths } from '#paths.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import { aMessage, chatServer, KITCHEN } from '#support/window/chat.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { press, screen, userEvent, waitFor, within } from '#support/window/on-screen.ts'
import { ChatScreen } from './chat-screen.tsx'

const POST = `POST /chat/channels/${KITCHEN}/messages`
const PHOTO = new File(['picture'], 'photo.png', { type: 'image/png' })
const TAKEN = { id: 7, image_url: '/media/photo.webp' }

signInPerTest({ width: 390 })
beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeUpload))

async function open() {
  const server = chatServer([aMessage(1)])
  server.change({
    [POST]: ({ body, key }) => {
      const image_url = body['upload'] === TAKEN.id ? TAKEN.image_url : null
      const sent = aMessage(2, { author: 'me', text: String(body['text']), image_url, key })
      return json({ result: sent }, 201)
    },
  })
  const { store } = await renderAt(paths.chat('$channel'), paths.chat(KITCHEN), ChatScreen)
  const log = await screen.findByRole('log', { name: 'Messages' })
  await within(log).findByText('Message 1')
  return { server, store, log, user: userEvent.setup() }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ })
/** File input behind the button. It has no accessible name. */
const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLElement

test('a picture is uploaded at once, and the text typed meanwhile is sent with it', async () => {
  const { server, log, user } = await open()
  await user.upload(picker(), PHOTO)
  const upload = await FakeUpload.next()
  expect(upload.url).toMatch(/\/v1\/uploader\/upload\/split_post\/$/)
  await user.type(await field(), 'Look')
  upload.answer(201, TAKEN)
  const shown = await screen.findByRole('img', { name: 'Picture to send' })
  expect(shown.getAttribute('src')).toContain(TAKEN.image_url)
  expect((await field()).value).toBe('Look')
  await press('Send')
  await waitFor(() => expect(server.sentTo(POST)).toEqual([{ text: 'Look', upload: 7 }]))
  const sent = await within(log).findByRole('img', { name: 'Picture' })
  expect(sent.getAttribute('src')).toContain(TAKEN.image_url)
  expect(screen.queryByRole('img', { name: 'Picture to send' })).toBeNull()
})

test('a picture can be sent alone or removed', async () => {
  const { server, user } = await open()
  await user.upload(picker(), PHOTO)
  ;(await FakeUpload.next()).answer(201, TAKEN)
  await press('Remove the picture')
  expect(screen.queryByRole('img', { name: 'Picture to send' })).toBeNull()
  const send = screen.getByRole('button', { name: 'Send' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await user.upload(picker(), PHOTO)
  ;(await FakeUpload.next()).answer(201, TAKEN)
  await screen.findByRole('img', { name: 'Picture to send' })
  await user.click(send)
  await waitFor(() => expect(server.sentTo(POST)).toEqual([{ text: '', upload: 7 }]))
})

test('an uploaded picture waits for a connection with its message (D-75)', async () => {
  const { server, store, log, user } = await open()
  await user.upload(picker(), PHOTO)
  ;(await FakeUpload.next()).answer(201, TAKEN)
  await screen.findByRole('img', { name: 'Picture to send' })
  goOffline(store)
  await press('Send')
  const waiting = await within(log).findByRole('img', { name: 'Picture' })
  expect(waiting.getAttribute('src')).toContain(TAKEN.image_url)
  expect(server.sentTo(POST)).toEqual([])
  await press('Add a picture')
  expect(await screen.findByText('You’re offline. A picture needs a connection.')).toBeTruthy()
  goOnline(store)
  await sendNow()
  expect(server.sentTo(POST)).toEqual([{ text: '', upload: 7 }])
})

test('a refused picture shows the reason, and the text stays', async () => {
  const { user } = await open()
  await user.type(await field(), 'Look')
  await user.upload(picker(), PHOTO)
  ;(await FakeUpload.next()).answer(400, {
    file: ['The picture is damaged and could not be read.'],
  })
  expect(await screen.findByText(/The picture is damaged and could not be read/)).toBeTruthy()
  expect((await field()).value).toBe('Look')
})
