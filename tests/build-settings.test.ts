import { readFileSync } from 'node:fs'
import { loadConfigFromFile } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'
import { sourceFiles } from './support/source-files.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Returns a function that reads the environment constants of a build in this mode. */
async function built(mode: string) {
  const env = { command: 'build', mode } as const
  const loaded = await loadConfigFromFile(env, 'vite.config.ts')
  const define = loaded?.config.define ?? {}
  return (name: string) => JSON.parse(String(define[`import.meta.env.${name}`])) as unknown
}

/** Returns the address of each kind of request to the server, with this API root. */
async function asked(root: string) {
  vi.stubEnv('VITE_ENDPOINT_ROOT', root)
  const urls: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string) => {
    urls.push(input instanceof Request ? input.url : input)
    return Response.json({ result: { short_code: 'free' } })
  })
  await (await import('#api/links.ts')).nextShortCode()
  await (await import('#http/probe.ts')).probeServer()
  const { loginUrl } = await import('#app/session/login-url.ts')
  return [...urls, loginUrl()].map((url) => new URL(url, location.href))
}

test('a build for another host sends all requests there (R-134, R-620)', async () => {
  vi.stubEnv('VITE_ENDPOINT_ROOT', 'https://api2.example')
  const root = (await built('production'))('VITE_ENDPOINT_ROOT')
  expect(root).toBe('https://api2.example')
  const urls = await asked(String(root))
  expect(urls.map(({ origin, pathname }) => origin + pathname)).toEqual([
    'https://api2.example/v2/my/links/next_short_code/',
    'https://api2.example/healthz',
    'https://api2.example/multi-connect/login',
  ])
})

test('a build without a host sends requests to the host of its page (R-134)', async () => {
  vi.stubEnv('VITE_ENDPOINT_ROOT', undefined)
  expect((await built('production'))('VITE_ENDPOINT_ROOT')).toBe('')
  const { origin } = location
  expect((await asked('')).map((url) => url.origin)).toEqual([origin, origin, origin])
})

test('the address of the API is read in one place (R-620)', () => {
  const sources = sourceFiles('src', 'sw').filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const readers = sources.filter((file) => readFileSync(file, 'utf8').includes('ENDPOINT_ROOT'))
  expect(readers).toEqual(['src/http/endpoint.ts'])
})

test.each([
  ['production', '2.0.6', 'R-622'],
  ['staging', '2.0.8+0', 'R-621'],
])(
  'a %s build has version %s, on the screen and in every call (%s, R-121)',
  async (mode, version) => {
    const define = await built(mode)
    expect([define('VITE_VERSION'), define('VITE_CHANNEL')]).toEqual([version, mode])
    vi.stubEnv('VITE_VERSION', String(define('VITE_VERSION')))
    const said: (string | null)[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      said.push(request.headers.get('X-APP-VERSION'))
      return Response.json({ result: { short_code: 'free' } })
    })
    await (await import('#api/links.ts')).nextShortCode()
    const { VERSION } = await import('#app/shell/version.ts')
    expect([VERSION, ...said]).toEqual([version, version])
  },
)
