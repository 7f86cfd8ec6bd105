import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLink, answers, linksServer } from '#support/window/links-server.ts'
import { connect, currentUser, logout } from '#api/people/account.ts'
import { setSessionSource } from './credentials.ts'
import { setEndpointRoot } from './endpoint.ts'
import { ApiError, isCancelled } from './error.ts'
import { onFailure, onOutcome } from './call-listeners.ts'
import { http, quiet } from './client.ts'
import { createLink, getLink, nextShortCode, searchLinks } from '#api/links.ts'
import { saveProfile } from '#api/people/profile.ts'

const announced: ApiError[] = []
let stop = () => {}

beforeEach(() => {
  announced.length = 0
  stop = onFailure((error) => announced.push(error))
  setSessionSource(() => ({ token: 'the token', jwt: null, fingerprint: null, uuid: null }))
})
afterEach(() => {
  stop()
  setEndpointRoot('')
  onOutcome(() => {})
})

/** Answers every call with `respond` and returns the list of requests. */
function serve(respond: (request: Request, init?: RequestInit) => Response | Promise<Response>) {
  const asked: Request[] = []
  vi.stubGlobal('fetch', async (request: Request, init?: RequestInit) => {
    asked.push(request)
    return respond(request, init)
  })
  return asked
}
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('did not fail')
    },
    (error: unknown) => error as ApiError,
  )

test('every call names the client, its app and version, and asks for JSON (R-120, R-121, R-122, R-123)', async () => {
  const asked = serve(() => answers.json({ result: aLink('a') }, 201))
  await createLink({ url: 'a.example' })
  const headers = asked[0]?.headers
  expect(headers?.get('X-API-TOKEN')).toBe('the token')
  expect(headers?.get('X-APP-VERSION')).toMatch(/^2\.0\.(6|8\+0)$/)
  expect(headers?.get('X-APP')).toBe('WebApp')
  expect(headers?.get('Accept')).toBe('application/json')
  expect(headers?.get('Content-Type')).toBe('application/json')
})

test('signing in needs no token (R-097)', async () => {
  setSessionSource(() => null)
  const asked = serve(() => answers.json({ token: 't', jwt_token: 'j', fingerprint: 'f' }))
  expect(await connect('once')).toMatchObject({ token: 't', extended_status: null })
  expect(asked[0]?.headers.has('X-API-TOKEN')).toBe(false)
})

test.each([
  ['a 200 that says so', () => answers.json({ token: null, extended_status: 400 })],
  ['a 400', () => answers.json({}, 400)],
])('an invalid one-time token is an answer, not a failure: %s (D-08)', async (_, respond) => {
  serve(respond)
  expect(await connect('used')).toMatchObject({ token: null, extended_status: 400 })
  expect(announced).toEqual([])
})

test('v1 and v2 are below the endpoint root, which can be another host (R-127, R-128, R-134)', async () => {
  setEndpointRoot('https://api.example/')
  const asked = serve((request) =>
    request.url.includes('/v1/')
      ? answers.json({ uuid: aLink('x').uuid })
      : answers.json({ result: { short_code: 'free' } }),
  )
  await currentUser()
  expect(await nextShortCode()).toBe('free')
  expect(asked.map(({ url }) => url)).toEqual([
    'https://api.example/v1/users/me',
    'https://api.example/v2/my/links/next_short_code/',
  ])
})

const CREATED = aLink('a')
const PROFILE = {
  first_name: 'Ana',
  last_name: 'Lima',
  contact_email: 'ana@example.com',
  avatar_url: null,
  image_upload_id: null,
  image_params: null,
}
test.each([
  ['a created link', () => createLink({ url: 'a' }), CREATED, CREATED],
  ['the next short code', () => nextShortCode(), { short_code: 'free' }, 'free'],
  ['a saved profile', () => saveProfile(PROFILE), PROFILE, PROFILE],
])('%s is unwrapped from `result` (R-126)', async (_, call, result, expected) => {
  serve(() => answers.json({ result }, 201))
  expect(await call()).toEqual(expected)
})

test('a failed call is one request and one announcement, also with Retry-After (R-136)', async () => {
  const asked = serve(() => answers.json({ retry_after: 120 }, 503, { 'Retry-After': '5' }))
  const error = await failure(getLink('x'))
  expect(asked).toHaveLength(1)
  expect(announced).toEqual([error])
  expect(error).toMatchObject({ status: 503, retryAfter: 120, retryAfterHeader: '5' })
})

test('a failure has status, statusText and data (R-131)', async () => {
  serve(
    () =>
      new Response('{"detail":"x"}', {
        status: 500,
        statusText: 'Oops',
        headers: { 'Content-Type': 'application/json' },
      }),
  )
  expect(await failure(getLink('x'))).toMatchObject({
    status: 500,
    statusText: 'Oops',
    data: { detail: 'x' },
  })
})

test('without an answer the status is unknown (R-132)', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await failure(getLink('x'))).toMatchObject({ status: 'unknown' })
  expect(announced).toHaveLength(1)
})

test.each([
  ['a page instead of JSON', () => answers.captivePortal()],
  [
    'JSON that breaks off',
    () => new Response('{"resul', { headers: { 'Content-Type': 'application/json' } }),
  ],
  ['JSON of somebody else', () => answers.json({ hello: 'world' })],
])('%s is not treated as an answer of the API (offline 11)', async (_, respond) => {
  serve(respond)
  expect(await failure(getLink('x'))).toMatchObject({ status: 'unknown' })
  expect(announced).toHaveLength(1)
})

test('a quiet call reports failures only to its caller (R-570, offline 35)', async () => {
  for (const status of [401, 500, 503]) {
    serve(() => answers.json({}, status))
    expect(await failure(getLink('x', quiet))).toMatchObject({ status })
  }
  serve(() => answers.captivePortal())
  expect(await failure(searchLinks({}, quiet))).toMatchObject({ status: 'unknown' })
  expect(announced).toEqual([])
})

test('a cancelled call is not reported (R-125)', async () => {
  const asked = serve(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      ),
  )
  const outcomes: string[] = []
  onOutcome((outcome) => outcomes.push(outcome))
  const taken = new AbortController()
  const call = failure(getLink('x', { signal: taken.signal }))
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  taken.abort()
  expect(isCancelled(await call)).toBe(true)
  expect(announced).toEqual([])
  expect(outcomes).toEqual([])
})

test('any answer means online, and a missing answer may mean offline', async () => {
  const outcomes: string[] = []
  onOutcome((outcome) => outcomes.push(outcome))
  serve(() => answers.json({}, 500))
  await failure(getLink('x'))
  serve(() => Promise.reject(new TypeError('Failed to fetch')))
  await failure(getLink('x'))
  serve(() => answers.captivePortal())
  await failure(getLink('x'))
  expect(outcomes).toEqual(['reached', 'failed', 'failed'])
})

test('the first message of a field is read from `errors` or from the top level (R-129, R-130)', () => {
  const error = new ApiError(400, { data: { errors: { name: ['a', 'b'] }, file: ['too big'] } })
  expect(error.field('name')).toBe('a')
  expect(error.field('file')).toBe('too big')
  expect(error.field('url')).toBeUndefined()
  expect(new ApiError('unknown').field('name')).toBeUndefined()
})

test('an answer without a body is not a failure', async () => {
  const asked = serve(() => new Response(null, { status: 204 }))
  await logout()
  expect(new URL(asked[0]?.url ?? '').pathname).toBe('/v1/logout')
})

test('an upload stays multipart (R-124)', async () => {
  const asked = serve(() => answers.json({}))
  const body = new FormData()
  body.set('file', new Blob(['x']), 'x.png')
  await http.post('/v1/uploader/upload/link_preview/', { body, timeout: false })
  expect(asked[0]?.headers.get('Content-Type')).toMatch(/^multipart\/form-data; ?boundary=/)
})

test('an older server: missing fields get defaults, and unreadable rows do not hide others (offline 34)', async () => {
  linksServer().instead(() => answers.json({ results: [{ uuid: aLink('x').uuid }, 'rubbish'] }))
  const page = await searchLinks({})
  expect(page).toMatchObject({ next: null, count: 0, cursor: '' })
  expect(page.results).toMatchObject([{ name: '', tags: [], is_hidden: false }])
})
