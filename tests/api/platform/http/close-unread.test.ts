import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

const MB = 1024 * 1024

/** Sends a request byte for byte and returns everything that comes back until the connection closes. */
function exchange(head: string, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(server.origin ?? '')
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}\r\nHost: ${hostname}:${port}\r\n\r\n`)
      socket.write(body)
    })
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (answer += part))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => answer === '' && reject(error))
  })
}

const POST = 'POST /v1/connect/token HTTP/1.1\r\nContent-Type: application/json'

test('a refused body with a length closes the connection, and says so', async () => {
  const answer = await exchange(`${POST}\r\nContent-Length: ${2 * MB}`, Buffer.alloc(2 * MB, 'x'))
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('a refused body without a length closes the connection, and says so', async () => {
  const chunk = Buffer.concat([
    Buffer.from(`${(2 * MB).toString(16)}\r\n`),
    Buffer.alloc(2 * MB, 'x'),
  ])
  const answer = await exchange(`${POST}\r\nTransfer-Encoding: chunked`, chunk)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/^connection: close\r$/im)
})

test('requests after a refused one are answered on any connection', async () => {
  const big = 'x'.repeat(2 * MB)
  for (let round = 0; round < 10; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other on the same connections
    expect((await server.request('POST', '/v1/connect/token', { body: { a: big } })).status).toBe(
      413,
    )
    // oxlint-disable-next-line no-await-in-loop
    expect((await server.request('GET', '/healthz')).status).toBe(200)
  }
})

test('a small refused body keeps the connection open', async () => {
  const body = { auth_token: 'x'.repeat(30_000) }
  const answer = await server.request('POST', '/v1/connect/token', { body })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.headers.get('connection')).not.toBe('close')
})
