import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'
import { endpointTag } from '../../../../vite.plugins.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { expectParts } from '#support/expect-parts.ts'

const API = 'https://api.split.example:8443'
const APP = 'https://app.split.example'

const folder = folderForThisFile()
let app: TestServer
let api: TestServer

/** Returns an otherwise empty page built for this root. */
async function pageOf(root: string): Promise<string> {
  const outDir = join(folder, 'dist')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Split</title>')
  const plugins = [endpointTag(root)]
  await build({ root: folder, configFile: false, logLevel: 'silent', plugins, build: { outDir } })
  return outDir
}

beforeAll(async () => {
  app = await createTestServer({ distDir: await pageOf(`${API}/base`), appOrigin: APP })
  api = await createTestServer({ appOrigin: APP })
}, 120_000)
afterAll(async () => {
  await app.stop()
  await api.stop()
})

test('a build for another API host may call that origin and show its pictures, and no other (R-134)', async () => {
  const policy = (await app.request('GET', '/')).headers.get('content-security-policy') ?? ''
  const directives = policy.split('; ')
  expectParts(directives, `connect-src 'self' ${API}`, `img-src 'self' data: blob: ${API}`)
  expect(policy.replaceAll(API, '')).not.toContain('api.split.example')
  expect(directives.filter((one) => one.includes(API))).toHaveLength(2)
})

const PATHS = ['/healthz', '/media/none', '/v2/my/links/domains/', '/v1/connect/token']
test.each(PATHS)("the API allows only the app's origin to read %s", async (path) => {
  const ask = (origin: string) => api.request('GET', path, { headers: { Origin: origin } })
  expect((await ask(APP)).headers.get('access-control-allow-origin')).toBe(APP)
  const other = (await ask('https://evil.example')).headers.get('access-control-allow-origin')
  expect(other).not.toBe('https://evil.example')
  expect(other).not.toBe('*')
})

test('an invalid endpoint root stops the build', async () => {
  await expect(pageOf('api.split.example')).rejects.toThrow(/VITE_ENDPOINT_ROOT must be a URL/)
})
