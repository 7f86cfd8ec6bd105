import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createTestServer, type Overrides, type TestServer } from '#support/server/test-app.ts'

const MOST = 5
const first = await createTestServer({
  listen: true,
  host: '127.0.0.1',
  connectionsPerAddress: MOST,
})
const servers = [first]
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  for (const server of servers.reverse()) await server.stop()
})

async function another(overrides: Overrides): Promise<TestServer> {
  const server = await createTestServer({ listen: true, sharedServer: first, ...overrides })
  servers.push(server)
  return server
}

/** Connects from a local address. Linux accepts any address that begins with 127. */
async function open({ deps }: TestServer, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: deps.config.port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const openMany = (server: TestServer, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(server)))

/** Returns the status line, or an empty string if the connection was closed instead. */
async function ask(socket: Socket): Promise<string> {
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data: Buffer) => resolve(data.toString().split('\r\n', 1)[0] ?? ''))
    socket.once('close', () => resolve(''))
  })
  socket.write('GET /v1/settings HTTP/1.1\r\nHost: x\r\n\r\n')
  return answer
}

const nothing = () => {}
const OK = 'HTTP/1.1 200 OK'

test('connections per address are limited, and other addresses are served', async () => {
  const silent = await openMany(first, MOST)
  expect(await ask(await open(first))).toBe('')
  expect(await ask(await open(first, '127.0.0.2'))).toBe(OK)
  expect(await Promise.all(silent.slice(1).map(ask))).toEqual(silent.slice(1).map(() => OK))
  silent[0]?.destroy()
  await expect.poll(async () => ask(await open(first))).toBe(OK)
})

test('an idle connection is closed for a new one', async () => {
  const kept = await openMany(first, MOST)
  for (const socket of kept) expect(await ask(socket)).toBe(OK)
  for (let i = 0; i < 2 * MOST; i += 1) expect(await ask(await open(first))).toBe(OK)
})

test('a trusted proxy has no limit', async () => {
  const server = await another({
    host: '127.0.0.1',
    connectionsPerAddress: MOST,
    trustedProxies: ['127.0.0.0/8'],
  })
  const many = await openMany(server, 4 * MOST)
  for (const socket of many) expect(await ask(socket)).toBe(OK)
})

test('the log mentions rejected connections once and without the address', async () => {
  const said: unknown[] = []
  const log = {
    debug: nothing,
    info: nothing,
    error: nothing,
    warn: (...all: unknown[]) => void said.push(all),
  }
  const server = await another({ host: '127.0.0.1', connectionsPerAddress: 1, log })
  await open(server)
  for (let i = 0; i < 3; i += 1) expect(await ask(await open(server))).toBe('')
  const turnedAway = said.filter((line) => JSON.stringify(line).includes('connections refused'))
  expect(turnedAway).toHaveLength(1)
  expect(JSON.stringify(turnedAway)).not.toContain('127.0.0.1')
})
