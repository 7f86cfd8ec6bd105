import { afterEach, expect, test, vi } from 'vitest'
import { bearer, createChatter, tokenOf } from '#support/server/chatting.ts'
import { signIn } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator()
afterEach(() => void vi.useRealTimers())

const channels = (headers: Record<string, string>, query = '') =>
  server.request('GET', `/chat/channels${query}`, { headers })

test('the chat token is returned with the user’s id, at both addresses (R-533, R-534, R-535)', async () => {
  for (const path of ['/v2/my/sendbird/token/', '/v1/users/me/chat_token']) {
    const answer = await ana.send('GET', path)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ access_token: expect.any(String), uuid: ana.uuid })
  }
})

test('the chat token is valid for the chat only', async () => {
  const token = await tokenOf(ana)
  expect((await channels(bearer(token))).status).toBe(200)
  expect((await server.request('GET', '/v1/users/me', { token })).status).toBe(401)
})

test.each([
  ['none', () => ({})],
  ['an unknown token', () => bearer('x.y.z')],
  ['the token of the session', () => bearer(ana.token)],
  ['the claims for pictures', () => bearer(ana.jwt)],
  ['the token of the session in its own header', () => ({ 'X-API-TOKEN': ana.token })],
])('every call with an invalid token is a 401: %s', async (_, headers) => {
  const calls = [
    ['GET', '/chat/channels'],
    ['GET', `/chat/channels/${crypto.randomUUID()}/messages`],
    ['POST', `/chat/channels/${crypto.randomUUID()}/messages`],
    ['POST', `/chat/channels/${crypto.randomUUID()}/read`],
    ['GET', '/chat/events'],
  ] as const
  for (const [method, path] of calls) {
    const body = method === 'POST' ? { body: { text: 'x' } } : {}
    expect((await server.request(method, path, { headers: headers(), ...body })).status).toBe(401)
  }
})

test('a token in the query string is refused, even beside a valid one', async () => {
  const token = await tokenOf(ana)
  for (const name of ['access_token', 'token']) {
    expect((await channels({}, `?${name}=${token}`)).status).toBe(400)
    expect((await channels(bearer(token), `?${name}=${token}`)).status).toBe(400)
  }
})

test('the chat token is valid for 15 minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 14 * 60_000 })
  const younger = await tokenOf(ana)
  vi.setSystemTime(Date.now() - 2 * 60_000)
  const older = await tokenOf(ana)
  vi.useRealTimers()
  expect((await channels(bearer(younger))).status).toBe(200)
  expect((await channels(bearer(older))).status).toBe(401)
})

test('the chat token ends with its session', async () => {
  const phone = await signIn(server, ana)
  const token = await tokenOf(phone)
  await phone.send('POST', '/v1/logout')
  expect((await channels(bearer(token))).status).toBe(401)
  expect((await channels(bearer(await tokenOf(ana)))).status).toBe(200)
})

test('a server with chat switched off has no chat calls', async () => {
  const quiet = await createTestServer({ sharedServer: server, chat: false })
  const ask = (path: string, method = 'GET') =>
    quiet.request(method, path, { token: ana.token, ...(method === 'POST' && { body: {} }) })
  for (const path of ['/v2/my/sendbird/token/', '/v1/users/me/chat_token'])
    expect((await ask(path)).status).toBe(404)
  expect((await ask('/v2/my/sendbird/create_group_chat/', 'POST')).status).toBe(404)
  const { get } = await createChatter(server, ana)
  expect((await get('/channels')).status).toBe(200)
  const headers = bearer(await tokenOf(ana))
  expect((await quiet.request('GET', '/chat/channels', { headers })).status).toBe(404)
  const facts = (await (await ask('/v2/my/facts/')).json()) as object
  expect(facts).toMatchObject({ unread_messages: null })
  await quiet.stop()
})
