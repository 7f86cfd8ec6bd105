import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type { Log } from '../../../../server/platform/log/log.ts'
import { createMailer } from '../../../../server/platform/letters/mail.ts'
import {
  type MailAnswer,
  type MailServer,
  startMailServer,
} from '#support/server/hosts/mail-server.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type Overrides, type TestServer } from '#support/server/test-app.ts'

/** Log that ignores the refusals of the mail server, which these tests expect. */
const none = () => {}
const quiet: Log = { debug: none, info: none, warn: none, error: none }
const patiently = { timeout: 25_000 }
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

/** Starts a server with a mail server. */
async function start(more: Overrides = {}) {
  const post = await startMailServer()
  stops.push(post.stop)
  const server = await createTestServer({
    smtpUrl: post.url,
    mailFrom: 'no-reply@app.example',
    log: quiet,
    ...more,
  })
  stops.push(() => server.stop())
  await server.deps.jobs.start()
  return { post, server }
}

/** Creates a person and returns them once the confirmation of sign-up has left the server. */
async function newPerson(server: TestServer, post: MailServer) {
  const ana = await signUp(server)
  await vi.waitFor(() => expect(post.arrived).toHaveLength(1), patiently)
  post.arrived.splice(0)
  return ana
}

/** Requests a mail through the public API, to which the mail server gives these answers. */
async function askedFor(server: TestServer, post: MailServer, moods: MailAnswer[] = []) {
  const ana = await newPerson(server, post)
  post.moods.push(...moods)
  await requestMail(ana)
  return ana
}

async function requestMail(ana: Person) {
  expect((await ana.send('POST', '/v1/users/me/send-tools-mail')).status).toBe(200)
}

const letters = (server: TestServer) =>
  server.deps.sql<{ attempts: number; last_error: string | null }[]>`
    select attempts, last_error from graphile_worker.jobs where task_identifier = 'tools-mail'`

const noneLeft = (server: TestServer) =>
  vi.waitFor(async () => expect(await letters(server)).toEqual([]), patiently)
const failedOnce = (server: TestServer) =>
  vi.waitFor(
    async () => expect((await letters(server))[0]?.last_error ?? null).not.toBeNull(),
    patiently,
  )

test('a mail arrives once, as text and HTML, for one mailbox', async () => {
  const { post, server } = await start()
  const ana = await askedFor(server, post)
  await noneLeft(server)
  expect(post.arrived).toHaveLength(1)
  const [letter] = post.arrived
  expect(letter).toMatchObject({
    from: { name: 'Split', address: 'no-reply@app.example' },
    to: [{ address: ana.email }],
    subject: 'Split on your other devices',
    rcptTo: [ana.email],
  })
  expect(letter?.messageId).toMatch(/^<[0-9a-f]{40}@app\.example>$/)
  expect(Date.parse(letter?.date ?? '')).not.toBeNaN()
  expect(letter?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(letter?.raw).toContain('Content-Type: multipart/alternative')
  const link = `${server.deps.config.appOrigin}/`
  expect(letter?.text).toContain(`Open Split:\n${link}\n`)
  expect(letter?.html).toContain(`href="${link}"`)
})

test('a subject or an address cannot add recipients', async () => {
  const { post, server } = await start()
  const { mail } = server.deps
  const to = 'ana@people.example'
  const subject = 'Hi\r\nBcc: eve@people.example\r\n\r\nanother body'
  await mail.send({ to, subject, blocks: ['.', '\r\n.\r\nRCPT TO:<eve@people.example>'] })
  await expect(mail.send({ to: `${to}\r\nBcc: e@x.example`, subject, blocks: [] })).rejects.toThrow(
    'single email address',
  )
  expect(post.arrived).toHaveLength(1)
  const [letter] = post.arrived
  expect(letter?.rcptTo).toEqual([to])
  expect(letter?.bcc).toBeUndefined()
  expect(letter?.subject).toBe('Hi Bcc: eve@people.example another body')
  expect(letter?.text).toContain('RCPT TO:<eve@people.example>')
})

test.each<[string, MailAnswer]>([
  ['asks to come later', { code: 450, says: '4.2.0 greylisted' }],
  ['has no room', { code: 452, says: '4.3.1 full', at: 'DATA' }],
  ['does not let us send yet', { code: 554, says: '5.7.1 relay access denied' }],
])('a mail waits while the mail server %s, and is sent once', async (_what, mood) => {
  const { post, server } = await start()
  await askedFor(server, post, [mood])
  await noneLeft(server)
  expect(post.arrived).toHaveLength(1)
})

test.each<MailAnswer>([
  { code: 550, says: '5.1.1 nobody here' },
  { code: 552, says: '5.2.3 too large', at: 'DATA' },
])('a permanent refusal is not retried: %j', async (mood) => {
  const { post, server } = await start()
  await askedFor(server, post, [mood])
  await noneLeft(server)
  expect(post.arrived).toEqual([])
})

test('a mail waits for the mail server and is then sent once', async () => {
  let away = false
  const post = await startMailServer()
  stops.push(post.stop)
  const front = createServer((socket) => {
    socket.on('error', () => {})
    if (away) return void socket.destroy()
    const on = connect(post.port, '127.0.0.1')
    on.on('error', () => socket.destroy())
    return void socket.pipe(on).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  stops.push(() => front.close())
  const { port } = front.address() as AddressInfo
  const { server } = await start({ smtpUrl: `smtp://127.0.0.1:${port}` })
  const ana = await newPerson(server, post)
  away = true
  await requestMail(ana)
  await failedOnce(server)
  expect(await letters(server)).toHaveLength(1)
  away = false
  await noneLeft(server)
  expect(post.arrived).toHaveLength(1)
})

test('a mail that is sent again after a lost answer has the same id', async () => {
  const { post, server } = await start()
  const { config } = server.deps
  server.deps.mail = createMailer(config, quiet, { connectMs: 5000, answerMs: 1000 })
  await askedFor(server, post, [{ hangs: true }])
  await noneLeft(server)
  expect(post.arrived.length).toBeGreaterThan(1)
  expect(new Set(post.arrived.map(({ messageId }) => messageId)).size).toBe(1)
})
