import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toWebp } from '../../../../server/links/extraction/pick-picture.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const bytes = (await toWebp(await picture())) ?? Buffer.alloc(0)
const key = await server.deps.media.put(bytes, 'webp')

test('a stored picture is answered unchanged and cached forever (A-060)', async () => {
  const response = await server.request('GET', `/media/${key}`)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('HEAD and a known version transfer no body', async () => {
  const head = await server.request('HEAD', `/media/${key}`)
  expect([head.status, await head.text()]).toEqual([200, ''])
  const etag = head.headers.get('etag') ?? ''
  const known = await server.request('GET', `/media/${key}`, { headers: { 'If-None-Match': etag } })
  expect([known.status, await known.text()]).toEqual([304, ''])
})

test('equal content is stored once, other content under another name', async () => {
  expect(await server.deps.media.put(bytes, 'webp')).toBe(key)
  expect(await server.deps.media.put(Buffer.from('other'), 'webp')).not.toBe(key)
  const folder = join(server.deps.config.dataDir, 'media', key.slice(0, 2))
  expect(await readdir(folder)).toEqual([key])
})

test.each([
  'unknown',
  `${'0'.repeat(64)}.webp`,
  '..%2f..%2fsecrets.json',
  '%2e%2e%2f%2e%2e%2fsecrets.json',
  '..%5csecrets.json',
  '%2fetc%2fpasswd',
  '....//secrets.json',
  '%00.webp',
  'a%00.webp',
  '.',
  '',
])('no other file can be read: /media/%s', async (path) => {
  const response = await server.request('GET', `/media/${path}`)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control') ?? '').not.toContain('immutable')
  expect(await server.deps.media.read(decodeURIComponent(path))).toBeNull()
})

test('a name in capitals or with a path is another name', async () => {
  for (const path of [key.toUpperCase(), `x/${key}`, `${key.slice(0, 2)}/${key}`, `${key}/x`])
    expect((await server.request('GET', `/media/${path}`)).status, path).toBe(404)
})
