import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const { hostname, port } = new URL(server.origin ?? '')
const BODY = JSON.stringify({ email: 'ana@example.com' })

/** Sends header lines and a body, and returns the status lines of the answers. */
function statusLines(lines: string[], body = ''): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`),
    )
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => (answer += part))
    socket.on('close', () => resolve(answer.match(/^HTTP\/1\.1 .*$/gm) ?? []))
    socket.on('error', reject)
  })
}

const post = (...lines: string[]) => [
  'POST /v1/connect/token HTTP/1.1',
  `HOST: ${hostname}:${port}`,
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  ...lines,
]

test('a request without a host is refused', async () => {
  for (const path of ['/s/lamp', '/healthz'])
    expect(await statusLines([`GET ${path} HTTP/1.1`])).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 400 /),
    ])
})

test('a client that waits before its body is told to go on, in any spelling', async () => {
  const plain = await statusLines(post(), BODY)
  expect(plain).toHaveLength(1)
  for (const header of ['Expect: 100-continue', 'EXPECT: 100-Continue'])
    expect(await statusLines(post(header), BODY)).toEqual(['HTTP/1.1 100 Continue', ...plain])
})

test('an unknown expectation is refused', async () => {
  expect(await statusLines(post('Expect: tea'), BODY)).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 417 /),
  ])
})
