import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aLink, answers } from '#support/window/links-server.ts'
import { requestEarly } from '#http/early-request.ts'
import { earlySaved } from './early-saved.ts'

let answer: () => Promise<Response>

beforeEach(() => {
  document.cookie = 'token=mine; Path=/'
  document.documentElement.style.fontSize = '16px'
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  document.cookie = 'token=; Path=/; Max-Age=0'
  document.documentElement.removeAttribute('style')
})

const lamp = aLink('Oak lamp', { lifetime_clicks: 7 })
const saying = (results: unknown) => async () =>
  answers.json({ results, next: null, count: 1, cursor: 'c' })

async function asked(say: () => Promise<Response>, hasCopy = false) {
  answer = say
  requestEarly(document.cookie, async () => hasCopy)
  return earlySaved('mine')
}

test('the newest links are read from the early answer as text, for the start of the list', async () => {
  const saved = await asked(saying([lamp]))
  expect(saved).toMatchObject({ top: 204, rows: [{ title: 'Oak lamp', clicks: 7 }] })
  expect(Object.keys(saved?.rows[0] ?? {}).sort()).toEqual([
    'clicks',
    'code',
    'created_at',
    'host',
    'title',
  ])
})

test.each([
  ['no links', saying([]), false],
  ['a refusal', async () => answers.json({}, 401), false],
  ['a copy on the device', saying([lamp]), true],
])('%s: no rows are drawn early', async (_, say, hasCopy) => {
  expect(await asked(say, hasCopy)).toBe(null)
})

test('an unreadable answer rejects, so that nothing is drawn', async () => {
  await expect(asked(async () => new Response('<html>'))).rejects.toThrow(SyntaxError)
})

test('with another text size or a side menu, the position is not known', async () => {
  document.documentElement.style.fontSize = '20px'
  expect(await asked(saying([lamp]))).toBe(null)
  document.documentElement.style.fontSize = '16px'
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  expect(await asked(saying([lamp]))).toBe(null)
})
