import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

test('the script for shops has at most 1 KB, for every site', async () => {
  const answer = await server.request('GET', '/t.js')
  const text = await answer.text()
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024)
  expect(text).not.toMatch(/^\s|^\/\//m)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'x-content-type-options': 'nosniff',
  })
  const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' }
  expect((await server.request('GET', '/t.js', { headers })).status).toBe(304)
})

test('the script can be parsed without its comments', async () => {
  const text = await (await server.request('GET', '/t.js')).text()
  const document = { currentScript: { dataset: { consent: '' } }, addEventListener: () => {} }
  const window: { splitConsent?: unknown } = {}
  const location = 'https://shop.example/'
  runInContext(text, createContext({ window, document, location, URL }))
  expect(window.splitConsent).toBeTypeOf('function')
})
