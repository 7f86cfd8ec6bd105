import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { answers } from '#support/window/links-server.ts'
import { setSessionSource } from './credentials.ts'
import { requestEarly } from './early-request.ts'
import { searchLinkIds } from '#api/links.ts'

const FIRST = { page: 1, page_size: FIRST_PAGE_SIZE }
const nothing = async () => false

let asked: string[] = []
let respond: () => Promise<Response>

beforeEach(() => {
  asked = []
  respond = async () => answers.json({ results: [], next: null, count: 0, cursor: 'c' })
  document.cookie = 'token=mine; Path=/'
  setSessionSource(() => ({ token: 'mine', jwt: null, fingerprint: null, uuid: null }))
  vi.stubGlobal('fetch', async (to: Request | string, init?: RequestInit) => {
    const request = new Request(new URL(typeof to === 'string' ? to : to.url, location.href), {
      ...(typeof to === 'string' ? init : { method: to.method, headers: to.headers }),
      ...(typeof to === 'string' ? {} : { body: await to.clone().text() }),
    })
    asked.push(`${request.headers.get('X-API-TOKEN') ?? ''} ${await request.text()}`)
    return respond()
  })
})
afterEach(() => {
  document.cookie = 'token=; Path=/; Max-Age=0'
})

const EXACT = `mine ${JSON.stringify(FIRST)}`

test('the first page of links is requested once: the import uses the early request', async () => {
  requestEarly(document.cookie, nothing)
  await vi.waitFor(() => expect(asked).toEqual([EXACT]))
  expect(await searchLinkIds(FIRST)).toMatchObject({ results: [], count: 0 })
  expect(asked).toEqual([EXACT])
  await searchLinkIds(FIRST)
  expect(asked).toEqual([EXACT, EXACT])
})

test('nothing is requested early if there is a local copy or no session', async () => {
  requestEarly(document.cookie, async () => true)
  await searchLinkIds(FIRST)
  expect(asked).toEqual([EXACT])
  document.cookie = 'token=; Path=/; Max-Age=0'
  requestEarly(document.cookie, nothing)
  await searchLinkIds(FIRST)
  expect(asked).toEqual([EXACT, EXACT])
})

test('a browser that cannot tell whether there is a local copy sends no early request', async () => {
  requestEarly(document.cookie, async () => Promise.reject(new TypeError('no databases()')))
  await searchLinkIds(FIRST)
  expect(asked).toEqual([EXACT])
})

test('other pages and other users get their own answers', async () => {
  requestEarly(document.cookie, nothing)
  await searchLinkIds({ page: 2, page_size: FIRST_PAGE_SIZE })
  expect(asked).toHaveLength(2)
  requestEarly(document.cookie, nothing)
  setSessionSource(() => ({ token: 'theirs', jwt: null, fingerprint: null, uuid: null }))
  await searchLinkIds(FIRST)
  expect(asked.at(-1)).toBe(`theirs ${JSON.stringify(FIRST)}`)
})

test('a failed early request is repeated', async () => {
  respond = async () => {
    respond = async () => answers.json({ results: [], next: null, count: 0, cursor: 'c' })
    throw new TypeError('no network')
  }
  requestEarly(document.cookie, nothing)
  expect(await searchLinkIds(FIRST)).toMatchObject({ count: 0 })
  expect(asked).toEqual([EXACT, EXACT])
})
