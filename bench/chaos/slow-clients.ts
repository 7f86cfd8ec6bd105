import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { signUp, type Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { sendLoad } from '../support/http-load.ts'
import { memoryMb } from '../support/server-process.ts'
import { makeLinks } from './redirects.ts'
import { isRunning, portOf, secondsUntil, type Finding, type World } from './world.ts'

const SLOW = 500
const WAIT_MS = 38_000
const BURST = 10_000
const BODIES = 20
const BODY_MB = 40
/** Limit in ms for other clients, on a machine that also runs the attack. */
const MAX_RESPONSE_MS = 5000
/** Seconds by which the server may exceed a timeout. It checks at intervals, and may be busy. */
const LATE_S = 8
const MAX_GROWTH_MB = 250

/** Tests slow clients, many clients at once, and large bodies. */
export async function slowClients(world: World): Promise<Finding[]> {
  // All clients share one address here. The limit per address is tested elsewhere.
  const env = { DATA_DIR: world.folder(), CONNECTIONS_PER_ADDRESS: '10000' }
  const server = await world.server(env)
  const ana = await signUp(server)
  const [link] = await makeLinks(ana, 1)
  const path = `/s/${link?.short_code}`
  const slow = await Promise.all([
    drip(server, ana, path, {
      fault: 'slow clients',
      done: `${SLOW} send headers byte by byte`,
      start: 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ',
      seconds: 10,
    }),
    drip(server, ana, path, {
      fault: '',
      done: `${SLOW} send nothing at all`,
      start: '',
      seconds: 10,
    }),
    drip(server, ana, path, {
      fault: '',
      done: `${SLOW} send a body byte by byte`,
      start:
        'POST /v1/connect/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n',
      seconds: 30,
    }),
  ])
  return [...slow, await burst(server, path), await largeBodies(server, ana)]
}

type Drip = { fault: string; done: string; start: string; seconds: number }

async function drip(
  server: Process,
  ana: Person,
  path: string,
  { fault, done, start, seconds }: Drip,
): Promise<Finding> {
  const before = memoryMb(server.pid)
  const startedAt = performance.now()
  const closedAfter: number[] = []
  const sockets = Array.from({ length: SLOW }, () => open(server, start))
  for (const socket of sockets)
    socket.on('close', () => closedAfter.push((performance.now() - startedAt) / 1000))
  const dripping = setInterval(() => {
    for (const socket of sockets) if (start !== '' && socket.writable) socket.write('a')
  }, 1000)
  const slowest = await othersFor(WAIT_MS, server, ana, path)
  clearInterval(dripping)
  const [cut, first, last] = [closedAfter.length, closedAfter[0] ?? NaN, closedAfter.at(-1) ?? NaN]
  const more = memoryMb(server.pid) - before
  for (const socket of sockets) socket.destroy()
  return {
    fault,
    done,
    mustHold: `others are served; disconnected after ${seconds} s; memory stays bounded`,
    measured: `slowest answer to others ${slowest.toFixed(0)} ms; ${cut} of ${SLOW} disconnected after ${first.toFixed(0)} to ${last.toFixed(0)} s; ${more.toFixed(0)} MB more`,
    held:
      isRunning(server) &&
      slowest < MAX_RESPONSE_MS &&
      more < MAX_GROWTH_MB &&
      cut === SLOW &&
      first > seconds - 1 &&
      last < seconds + LATE_S,
  }
}

function open(server: Process, start: string): Socket {
  const socket = connect(portOf(server), '127.0.0.1')
  socket.on('error', () => {})
  socket.resume()
  if (start !== '') socket.write(start)
  return socket
}

/** Returns the slowest answer to ordinary requests in ms, or Infinity if one failed. */
async function othersFor(ms: number, server: Process, ana: Person, path: string): Promise<number> {
  let slowest = 0
  const end = Date.now() + ms
  while (Date.now() < end) {
    const startedAt = performance.now()
    const answers = await Promise.all([
      server.request('GET', path),
      ana.send('GET', '/v1/users/me'),
      server.request('GET', '/'),
    ]).catch(() => [])
    const isGood = answers.length > 0 && answers.every(({ status }) => status < 400)
    slowest = Math.max(slowest, isGood ? performance.now() - startedAt : Infinity)
    await sleep(100)
  }
  return slowest
}

async function burst(server: Process, path: string): Promise<Finding> {
  const startedAt = performance.now()
  const { count } = await sendLoad({
    port: portOf(server),
    connections: 500,
    path: () => path,
    isOver: (sent) => sent >= BURST,
  })
  const seconds = (performance.now() - startedAt) / 1000
  return {
    fault: 'burst',
    done: `${BURST.toLocaleString('en')} requests over 500 connections at once`,
    mustHold: 'all are answered',
    measured: `${count} redirected in ${seconds.toFixed(1)} s`,
    held: count === BURST && isRunning(server),
  }
}

async function largeBodies(server: Process, ana: Person): Promise<Finding> {
  const before = memoryMb(server.pid)
  let most = before
  const watching = setInterval(() => (most = Math.max(most, memoryMb(server.pid))), 50)
  const body = Buffer.alloc(BODY_MB * 1024 * 1024, 'x')
  const form = () => {
    const data = new FormData()
    data.set('file', new File([body], 'photo.png'))
    return data
  }
  const send = async (path: string, given: string | FormData) => {
    const init = { method: 'POST', headers: { [TOKEN_HEADER]: ana.token }, body: given }
    const answer = await fetch(server.origin + path, init).catch(() => undefined)
    return String(answer?.status ?? 'cut off')
  }
  const statuses = await Promise.all(
    Array.from({ length: BODIES }, (_, n) =>
      n % 2
        ? send('/v1/uploader/upload/link_preview/', form())
        : send('/v2/my/links/', body.toString()),
    ),
  )
  clearInterval(watching)
  const tally = new Map<string, number>()
  for (const status of statuses) tally.set(status, (tally.get(status) ?? 0) + 1)
  const well = await secondsUntil(async () => (await ana.send('GET', '/v1/users/me')).ok, 10)
  return {
    fault: 'large bodies',
    done: `${BODIES} bodies of ${BODY_MB} MB at once, as pictures and as JSON`,
    mustHold: 'refused with 400 or 413, not held in memory',
    measured: `${[...tally].map(([status, times]) => `${times}×${status}`).join(' ')}; ${(most - before).toFixed(0)} MB more at most`,
    held:
      well !== null &&
      most - before < MAX_GROWTH_MB &&
      statuses.every((status) => ['400', '413', 'cut off'].includes(status)),
  }
}
