import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'
import { createMediaStore } from '../../../../server/people/media/media.ts'
import { s3Storage } from '../../../../server/platform/storage/s3.ts'
import { authorization, sha256 } from '../../../../server/platform/storage/signature-v4.ts'
import { signUp } from '#support/server/people.ts'
import { S3_KEYS, startS3Store, type S3Store } from '#support/server/hosts/s3-store.ts'
import { picture } from '#support/server/hosts/shop-site.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { bytesOf, sendFile, upload } from '#support/server/links/uploading.ts'

describe('published examples of Signature Version 4', () => {
  const at = new Date('2013-05-24T00:00:00Z')
  const keys = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const signature = (method: string, path: string, headers: Record<string, string>, body = '') => {
    const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
    const bodyHash = sha256(body)
    const all = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': '20130524T000000Z' }
    const request = { method, url, headers: all, bodyHash, service: 's3', at }
    return authorization(request, keys)
  }

  test('GET object', () => {
    expect(signature('GET', '/test.txt', { range: 'bytes=0-9' })).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  test('PUT object, with a name that must be escaped', () => {
    const headers = {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }
    const expected = /=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/
    expect(signature('PUT', '/test$file.text', headers, 'Welcome to Amazon S3.')).toMatch(expected)
  })

  test('GET with a query', () => {
    const expected = /=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/
    expect(signature('GET', '/?max-keys=2&prefix=J', {})).toMatch(expected)
    expect(signature('GET', '/?lifecycle', {})).toMatch(
      /=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
    )
  })
})

async function expectUnavailable(response: Response) {
  expect([response.status, await response.json()]).toEqual([503, { retry_after: 10 }])
  expect(response.headers.get('retry-after')).toBe('10')
  expect(response.headers.get('cache-control')).toContain('no-store')
}

describe('an S3-compatible store', () => {
  let store: S3Store
  beforeAll(async () => {
    store = await startS3Store('pictures')
  })
  afterAll(() => store.stop())
  const settings = () => ({ ...S3_KEYS, endpoint: store.endpoint, bucket: 'pictures' })

  test('stores all pictures of an installation, and the disk has none', async () => {
    const server = await createTestServer({ s3: settings() })
    const ana = await signUp(server)
    const { image_url } = await upload(server, ana)
    const response = await server.request('GET', image_url)
    const bytes = await bytesOf(response)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(store.objects.get(`/pictures${image_url}`)).toEqual({ body: bytes, type: 'image/webp' })
    const small = await server.request('GET', `/cdn-cgi/image/width=60${image_url}`)
    expect(small.status).toBe(200)
    expect(await readdir(server.deps.config.dataDir)).not.toContain('media')
    const none = await server.request('GET', `/media/${'0'.repeat(64)}.webp`)
    expect([none.status, none.headers.get('cache-control') ?? '']).toEqual([404, ''])
    await server.stop()
  })

  test('is retried after errors, with a limit', async () => {
    const media = createMediaStore(s3Storage(settings()))
    store.failNext(2)
    const key = await media.put(Buffer.from('a picture'), 'webp')
    store.failNext(1)
    expect(await media.read(key)).toEqual(Buffer.from('a picture'))
    const before = store.requests
    store.failNext(10)
    await expect(media.read(key)).rejects.toThrow(
      'the picture store answered GET with 503 SlowDown',
    )
    expect(store.requests - before).toBe(3)
    store.failNext(0)
  })

  test('that is unreachable or overloaded leads to a 503 with retry_after', async () => {
    const away = { ...settings(), endpoint: 'http://127.0.0.1:1' }
    const server = await createTestServer({ s3: away })
    const ana = await signUp(server)
    await expectUnavailable(await sendFile(server, ana, await picture()))
    await expectUnavailable(await server.request('GET', `/media/${'0'.repeat(64)}.webp`))
    await expectUnavailable(
      await server.request('GET', `/cdn-cgi/image/width=60/media/${'0'.repeat(64)}.webp`),
    )
    await server.stop()

    const busy = await createTestServer({ s3: settings() })
    const ben = await signUp(busy)
    store.failNext(3)
    await expectUnavailable(await sendFile(busy, ben, await picture()))
    expect((await sendFile(busy, ben, await picture())).status).toBe(201)
    await busy.stop()
  })

  test('refuses a wrong key, and the error contains no key', async () => {
    const wrong = s3Storage({ ...settings(), secretKey: 'another' })
    const put = wrong.put('a.webp', Buffer.from('x'), 'image/webp')
    await expect(put).rejects.toThrow(
      'the picture store answered PUT with 403 SignatureDoesNotMatch',
    )
    const gone = s3Storage({ ...settings(), endpoint: 'http://127.0.0.1:1' })
    await expect(gone.read('a.webp')).rejects.toThrow('the picture store cannot be reached')
  })
})

describe('settings', () => {
  const complete = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY: 'a',
    S3_SECRET_KEY: 'secret-words',
  }

  test('without them, pictures are stored on disk', async () => {
    expect(readConfig({}).s3).toBeNull()
    const server = await createTestServer()
    const key = await server.deps.media.put(Buffer.from('x'), 'webp')
    const folder = join(server.deps.config.dataDir, 'media', key.slice(0, 2))
    expect(await readdir(folder)).toEqual([key])
    await server.stop()
  })

  test('together configure a store', () => {
    expect(readConfig(complete).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'pictures',
      accessKey: 'a',
      secretKey: 'secret-words',
      region: 'us-east-1',
    })
    expect(readConfig({ ...complete, S3_REGION: 'auto' }).s3?.region).toBe('auto')
    expect(readConfig({ IMAGE_CACHE_MB: '64' }).imageCacheBytes).toBe(64 * 1024 * 1024)
  })

  test.each([
    [{ S3_BUCKET: undefined }, /^S3_BUCKET must be set too/],
    [{ S3_SECRET_KEY: '' }, /^S3_SECRET_KEY must be set too/],
    [{ S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT must be a URL/],
    [{ S3_ENDPOINT: 'https://user:secret-words@s3.example' }, /^S3_ENDPOINT must be a URL/],
    [{ S3_BUCKET: '../other' }, /^S3_BUCKET must be/],
    [{ IMAGE_CACHE_MB: '0' }, /^IMAGE_CACHE_MB must be/],
  ])('%j is explained in one line', (change, message) => {
    const read = () => readConfig({ ...complete, ...change })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow('secret-words')
  })
})
