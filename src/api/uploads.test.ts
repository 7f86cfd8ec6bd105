import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, linksServer, signInAs } from '#support/window/links-server.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { ApiError, isCancelled } from '#http/error.ts'
import { onFailure } from '#http/call-listeners.ts'
import '#live/session.ts'
import { fetchPicture, uploadPicture } from './uploads.ts'

const announced = vi.fn<(error: ApiError) => void>()
let stop: () => void

beforeEach(() => {
  signInAs('ana')
  announced.mockClear()
  stop = onFailure(announced)
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
})
afterEach(() => stop())

const picture = new Blob(['picture'], { type: 'image/png' })

function send(signal = new AbortController().signal) {
  const onProgress = vi.fn<(sent: number) => void>()
  return { onProgress, sent: uploadPicture('link_preview', picture, { signal, onProgress }) }
}

test('a picture is uploaded as a form with the session and reports progress (R-124)', async () => {
  const { sent, onProgress } = send()
  const call = await FakeUpload.next()
  expect(call.method).toBe('POST')
  expect(call.url).toMatch(/\/v1\/uploader\/upload\/link_preview\/$/)
  expect(call.headers.get('x-api-token')).toBe('token-of-ana')
  // The browser sets this header itself, with the boundary that it generates.
  expect(call.headers.get('content-type')).toBeNull()
  expect(call.form?.get('file')).toBeInstanceOf(Blob)
  call.progress(30, 60)
  expect(onProgress).toHaveBeenLastCalledWith(0.5)
  call.answer(201, { id: 7, image_url: '/media/x.webp' })
  expect(await sent).toEqual({ id: 7, image_url: '/media/x.webp' })
})

test('a refusal has the server’s message and opens no dialog (R-294)', async () => {
  const { sent } = send()
  ;(await FakeUpload.next()).answer(400, { file: ['Too big', 'x'] })
  const error = await sent.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect((error as ApiError).field('file')).toBe('Too big')
  expect(announced).not.toHaveBeenCalled()
})

test('a cancelled upload is not a failure (R-125)', async () => {
  const aborter = new AbortController()
  const { sent } = send(aborter.signal)
  const call = await FakeUpload.next()
  aborter.abort()
  expect(isCancelled(await sent.catch((thrown: unknown) => thrown))).toBe(true)
  expect(call.aborted).toBe(true)
  expect(announced).not.toHaveBeenCalled()
})

test('a lost connection has no status (R-132)', async () => {
  const { sent } = send()
  ;(await FakeUpload.next()).fail()
  expect(await sent.catch((thrown: unknown) => thrown)).toMatchObject({ status: 'unknown' })
})

const image = () => new Response('bytes', { headers: { 'Content-Type': 'image/webp' } })

test('an own picture is fetched uncropped, up to 4096 px, with the session (R-305, R-307)', async () => {
  const server = linksServer()
  server.instead(image)
  const { signal } = new AbortController()
  await fetchPicture('/cdn-cgi/image/crop=0;0;0.5;1/media/a.webp', signal)
  expect(server.requests.at(-1)).toMatchObject({
    path: '/cdn-cgi/image/fit=scale-down,width=4096,height=4096/media/a.webp',
    token: 'token-of-ana',
  })
})

test('a picture of another site is fetched through our server with the session (R-306)', async () => {
  const server = linksServer()
  server.instead(image)
  await fetchPicture('https://shop.example/a.jpg?b=1', new AbortController().signal)
  const asked = server.requests.at(-1)
  expect(asked).toMatchObject({ path: '/v1/image-proxy', token: 'token-of-ana' })
  expect(asked?.query.get('url')).toBe('https://shop.example/a.jpg?b=1')
})

test('a web page is refused as a picture (R-291)', async () => {
  linksServer().instead(answers.captivePortal)
  await expect(fetchPicture('/media/a.webp', new AbortController().signal)).rejects.toThrow(
    ApiError,
  )
})
