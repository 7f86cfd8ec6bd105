import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { migrateAll } from '../../../../server/platform/jobs/migrate-all.ts'
import { closeServer, createServer } from '../../../../server/listen.ts'
import { createRedirector } from '../../../../server/redirect/redirect.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { signUp } from '#support/server/people.ts'
import { startReadyProcess } from '#support/server/processes/process.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { statusAndBody } from '#support/server/asking.ts'

const server = await startTestServer({ listen: true })

test('health is 200 with the version while the database answers (A-161)', async () => {
  const response = await server.request('GET', '/healthz')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    ok: true,
    version: '2.0.6',
    reports: { open: 0, oldest_hours: 0 },
    disks: [expect.objectContaining({ path: server.deps.config.dataDir })],
  })
})

test('health is 503 when the database does not answer (A-161)', async () => {
  const broken = await createTestServer()
  // Opens the server's connections before the database is dropped.
  await broken.deps.clicks.settle()
  await broken.database.drop()
  const response = await broken.request('GET', '/healthz')
  expect(await statusAndBody(response)).toEqual([503, { ok: false, version: '2.0.6' }])
  await broken.stop()
})

test('a body that is too large is refused, with or without Content-Length', async () => {
  const big = 'x'.repeat(2 * 1024 * 1024)
  const told = await server.request('POST', '/v1/connect/token', { body: { auth_token: big } })
  expect(await statusAndBody(told)).toEqual([413, {}])

  const chunks = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(big))
      controller.close()
    },
  })
  const init = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit
  expect((await fetch(`${server.origin}/v1/connect/token`, init)).status).toBe(413)
  expect((await server.request('GET', '/healthz')).status).toBe(200)
})

test('headers that are too large are refused', async () => {
  const headers = { 'X-Long': 'x'.repeat(20_000) }
  expect((await server.request('GET', '/healthz', { headers })).status).toBe(431)
})

test('slow headers are cut off', async () => {
  const quick = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 }
  const redirector = await createRedirector(server.deps)
  const http = createServer(server.deps, redirector, quick).listen(0, 'localhost')
  await once(http, 'listening')
  const socket = connectSocket((http.address() as AddressInfo).port, 'localhost')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n')
  expect(await allOf(socket)).toMatch(/^HTTP\/1\.1 408 /)
  await closeServer(http)
  redirector.stop()
})

test('a slow body is cut off, unless it is a file', async () => {
  const redirector = await createRedirector(server.deps)
  const http = createServer(server.deps, redirector, { bodyTimeout: 200 }).listen(0, 'localhost')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const { token } = await signUp(server)
  const send = (path: string, type: string) => {
    const socket = connectSocket(port, 'localhost')
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      `${TOKEN_HEADER}: ${token}`,
      `Content-Type: ${type}`,
    ]
    socket.write([...head, 'Content-Length: 5000', '', '{'].join('\r\n'))
    return socket
  }
  const upload = send('/v1/uploader/upload/link_preview/', 'multipart/form-data; boundary=x')
  let isCutOff = false
  upload.on('close', () => (isCutOff = true))
  expect(await allOf(send('/v2/my/links/', 'application/json'))).toMatch(/^HTTP\/1\.1 408 /)
  expect(isCutOff).toBe(false)
  upload.destroy()
  await closeServer(http)
  redirector.stop()
})

test('a stop finishes running requests', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'split-test-stop-'))
  const running = await startReadyProcess({ env: { DATA_DIR: dataDir } })
  const socket = connectSocket(Number(new URL(running.origin).port), 'localhost')
  const head = ['POST /v1/nothing HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked']
  socket.write([...head, 'Expect: 100-continue', '', ''].join('\r\n'))
  await once(socket, 'data')
  running.kill('SIGTERM')
  await refused(running.origin)
  const answer = allOf(socket)
  socket.write('2\r\n{}\r\n0\r\n\r\n')
  expect(await answer).toContain('HTTP/1.1 404 Not Found')
  expect(await running.exit()).toBe(0)
  rmSync(dataDir, { recursive: true })
})

async function refused(origin: string) {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (!answer) return
    await answer.text()
  }
  throw new Error('still accepts connections')
}

async function allOf(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await once(socket, 'close')
  return text
}

test('several processes can migrate a new database at once', async () => {
  const { address } = server.database
  const name = `fresh_${Date.now()}`
  await server.deps.pool.query(`create database ${name}`)
  const fresh = { ...address, user: 'split', database: name }
  await Promise.all([1, 2, 3].map(() => migrateAll(fresh, server.deps.log)))
  const { sql } = connect(fresh, { max: 1 })
  expect(await sql`select id from link_domains where id = 1`).toHaveLength(1)
  await sql.end()
  await server.deps.pool.query(`drop database ${name}`)
})
