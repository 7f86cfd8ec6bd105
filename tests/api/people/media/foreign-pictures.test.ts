import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../../server/platform/http/throttle.ts'
import { getImage } from '#support/server/links/images.ts'
import { signUp } from '#support/server/people.ts'
import { picture, pictureAt, startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer()
const site = await forThisFile(startShopSite())
const ana = await signUp(server)
const jpeg = await picture()

const proxy = (url: string, { token } = ana) =>
  getImage(server, `/v1/image-proxy/?url=${encodeURIComponent(url)}`, { token })

/**
 * Serves pictures that are only answered on release, and counts how many are requested at the same
 * time.
 */
function heldPictures(count: number) {
  const open = new Set<ServerResponse>()
  let most = 0
  const urls = Array.from({ length: count }, (_, number) =>
    site.put(`/held${Math.random()}-${number}`, (_request, response) => {
      open.add(response)
      most = Math.max(most, open.size)
    }),
  )
  /** Releases all pictures, starting when `atOnce` requests are open. */
  async function releaseAll(atOnce: number) {
    for (let left = count; left > 0;) {
      const enough = left === count ? atOnce : 1
      await vi.waitFor(() => expect(open.size).toBeGreaterThanOrEqual(enough), { timeout: 15_000 })
      for (const response of open) {
        open.delete(response)
        left -= 1
        response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(jpeg)
      }
    }
  }
  return { urls, releaseAll, most: () => most }
}

describe('pictures of other sites', () => {
  test('are loaded two at a time per user', async () => {
    const held = heldPictures(80)
    const asked = held.urls.map((url) => proxy(url))
    await held.releaseAll(2)
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(held.most()).toBe(2)
  })

  test('are loaded a few at a time in total, and one user does not delay others', async () => {
    const people = [ana, await signUp(server), await signUp(server), await signUp(server)]
    const held = heldPictures(24)
    const asked = held.urls.map((url, number) => proxy(url, people[number % 4]))
    await held.releaseAll(4)
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(held.most()).toBe(4)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('are requested unchanged, and not decompressed: %s', async (encoding, pack) => {
    const headers = { 'Content-Type': 'image/jpeg', 'Content-Encoding': encoding }
    const url = site.put(`/packed-${encoding}.jpg`, { headers, body: pack(jpeg) })
    expect((await proxy(url)).status).toBe(502)
    expect(site.requests.at(-1)?.headers['accept-encoding']).toBe('identity')
    const plain = { 'Content-Type': 'image/jpeg', 'Content-Encoding': 'identity' }
    const other = site.put(`/plain-${encoding}.jpg`, { headers: plain, body: jpeg })
    expect((await proxy(other)).status).toBe(200)
  })

  test('that are not pictures are recognized by their first bytes, and the rest is not read', async () => {
    const ends: string[] = []
    const url = site.put('/endless.png', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/png' })
      response.on('finish', () => ends.push('read to its end'))
      response.on('close', () => ends.push('closed'))
      const rest = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024, 'x'))
      Readable.from([Buffer.from('<!doctype html>…'), ...rest]).pipe(response)
    })
    const answer = await proxy(url)
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { errors: { url: ['We could not read this picture.'] } },
    ])
    await vi.waitFor(() => expect(ends).toContain('closed'))
    expect(ends).toEqual(['closed'])
  })

  test('that arrive byte by byte are recognized by all of their first bytes', async () => {
    const url = site.put('/slow.jpg', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/jpeg' })
      for (const byte of jpeg.subarray(0, 20)) response.write(Buffer.from([byte]))
      response.end(jpeg.subarray(20))
    })
    expect((await proxy(url)).status).toBe(200)
  })

  test('count per account if they have to be loaded, and not if they are cached', async () => {
    const ben = await signUp(server)
    const url = site.put('/counted.jpg', pictureAt(jpeg))
    const other = site.put('/one-too-many.jpg', pictureAt(jpeg))
    expect((await proxy(url, ben)).status).toBe(200)
    await server.deps.sql`
      update throttle set count = ${LIMITS.foreignPicturesByAccount.tries}
      where key like 'foreignPicturesByAccount:%'`
    for (let again = 0; again < 3; again += 1) expect((await proxy(url, ben)).status).toBe(200)
    const asked = site.requests.length
    const refused = await proxy(other, ben)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ])
    expect(site.requests.length).toBe(asked)
    await server.deps.sql`delete from throttle`
    expect((await proxy(other, ben)).status).toBe(200)
  })
})
