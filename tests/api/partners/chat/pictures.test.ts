import { expect, test } from 'vitest'
import type { ChatMessage } from '#contract/partners/chat.ts'
import { conversationPerTest } from '#support/server/chatting.ts'
import { enterDesk } from '#support/server/desk.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { upload } from '#support/server/links/uploading.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer, refusalOf } from '#support/server/test-app.ts'
import { sweepUploads, UNUSED_UPLOAD_DAYS } from '../../../../server/people/media/unused-uploads.ts'

const server = await startTestServer()
const { ana, chat, brand } = conversationPerTest(server)

/** Uploads a picture, which the app does before it sends the message that names it. */
const uploaded = async (person: Person) =>
  upload(server, person, await picture({ width: 300, height: 200 }), 'split_post')
const send = (body: object, key?: string) =>
  chat.post(`/channels/${brand.channel}/messages`, body, key)
const sent = async (answer: Response) => {
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { result: ChatMessage }).result
}

test('an uploaded picture is shown to its sender and at the desk, with or without text', async () => {
  const { id, image_url } = await uploaded(ana)
  const first = await sent(await send({ upload: id }))
  expect(first).toMatchObject({ text: '', image_url })
  await sent(await send({ text: 'From above', upload: id }))
  const { results } = await chat.messages(brand.channel)
  expect(results.map((one) => [one.text, one.image_url])).toEqual([
    ['', image_url],
    ['From above', image_url],
  ])
  const desk = await enterDesk(server, brand.id)
  const { html, headers } = await desk.get(`/desk/messages/${brand.channel}`)
  expect(html.split(`<img src="${image_url}"`)).toHaveLength(3)
  expect(headers.get('Content-Security-Policy')).toContain("img-src 'self'")
  const seen = await server.request('GET', image_url)
  expect([seen.status, seen.headers.get('Content-Type')]).toEqual([200, 'image/webp'])
})

test('lists of channels say that the last message is a picture', async () => {
  const { id, image_url } = await uploaded(ana)
  await sent(await send({ upload: id }))
  expect((await chat.channels())[0]?.last_message).toMatchObject({ text: '', image_url })
  const desk = await enterDesk(server, brand.id)
  expect((await desk.get('/desk/messages')).html).toContain('A picture')
})

test('a picture sent again with its key is one message', async () => {
  const { id } = await uploaded(ana)
  const first = await sent(await send({ upload: id }, 'k'))
  expect(await sent(await send({ upload: id }, 'k'))).toEqual(first)
  expect((await send({ text: 'no picture', upload: null }, 'k')).status).toBe(409)
})

test('pictures of others and unknown pictures are refused', async () => {
  const theirs = await uploaded(await signUp(server))
  for (const id of [theirs.id, 2_000_000_000])
    expect(await refusalOf(await send({ text: 'look', upload: id }))).toEqual([400, 'upload'])
  expect((await chat.messages(brand.channel)).results).toEqual([])
})

test('an unsent picture is kept as long as an offline edit, a sent one for good', async () => {
  const { id, image_url } = await uploaded(ana)
  await sent(await send({ upload: id }))
  const waiting = upload(server, ana, await picture({ width: 90, height: 60 }), 'split_post')
  const { id: later } = await waiting
  const age = (days: number) => server.deps.sql`
    update uploads set created_at = now() - make_interval(days => ${days}) where user_id = ${ana.uuid}`
  const { signal } = new AbortController()
  await age(UNUSED_UPLOAD_DAYS - 1)
  expect(await sweepUploads(server.deps, signal)).toBe(0)
  await age(UNUSED_UPLOAD_DAYS + 1)
  expect(await sweepUploads(server.deps, signal)).toBe(1)
  expect((await server.request('GET', image_url)).status).toBe(200)
  expect(await refusalOf(await send({ upload: later }))).toEqual([400, 'upload'])
})
