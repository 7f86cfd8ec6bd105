import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ChatMessage } from '#contract/chat.ts'
import { addBrandChannel, createChatter, type Chatter } from '#support/server/chatting.ts'
import { enterDesk } from '#support/server/desk.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { upload } from '#support/server/links/uploading.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { sweepUploads, UNUSED_UPLOAD_DAYS } from '../../../../server/people/media/unused-uploads.ts'

let server: TestServer
let ana: Person
let chat: Chatter
let brand: Awaited<ReturnType<typeof addBrandChannel>>
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  ana = await signUp(server)
  chat = await createChatter(server, ana)
  brand = await addBrandChannel(server, chat)
})

/** Uploads a picture, which the app does before it sends the message that names it. */
const uploaded = async (person: Person) =>
  upload(server, person, await picture({ width: 300, height: 200 }), 'split_post')
const send = (body: object, key?: string) =>
  chat.post(`/channels/${brand.channel}/messages`, body, key)
const sent = async (answer: Response) => {
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { result: ChatMessage }).result
}
const errorsOf = async (answer: Response) =>
  Object.keys(((await answer.json()) as { errors: object }).errors)

test('one that was uploaded is seen by its sender and at the desk, with a text or without', async () => {
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

test('a list says that it was one', async () => {
  const { id, image_url } = await uploaded(ana)
  await sent(await send({ upload: id }))
  expect((await chat.channels())[0]?.last_message).toMatchObject({ text: '', image_url })
  const desk = await enterDesk(server, brand.id)
  expect((await desk.get('/desk/messages')).html).toContain('A picture')
})

test('sent again under its key it is one message', async () => {
  const { id } = await uploaded(ana)
  const first = await sent(await send({ upload: id }, 'k'))
  expect(await sent(await send({ upload: id }, 'k'))).toEqual(first)
  expect((await send({ text: 'no picture', upload: null }, 'k')).status).toBe(409)
})

test('one of somebody else is refused, as is one that is none', async () => {
  const theirs = await uploaded(await signUp(server))
  for (const id of [theirs.id, 2_000_000_000]) {
    const answer = await send({ text: 'look', upload: id })
    expect([answer.status, await errorsOf(answer)]).toEqual([400, ['upload']])
  }
  expect((await chat.messages(brand.channel)).results).toEqual([])
})

test('one that waits on a device is kept as long as an edit may wait, one that was sent for good', async () => {
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
  expect(await errorsOf(await send({ upload: later }))).toEqual(['upload'])
})
