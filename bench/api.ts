// Measures calls with an API key, compared with the same calls with the session of the app. Prints
// ratios from one run; it neither passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { CALLS_PER_MINUTE, MAX_API_KEYS } from '#contract/developers/api-keys.ts'
import { addKey } from '#support/server/api-keys.ts'
import { signUp } from '#support/server/people.ts'
import { reachableAt, toInit } from '#support/server/hosts/requests.ts'
import { freePort, startServer } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9)
const CONNECTIONS = 10
/** Calls of one kind per round. All keys together may make this many calls within a minute. */
const CALLS = Math.floor((CALLS_PER_MINUTE * MAX_API_KEYS) / (2 * (ROUNDS + 1)) / 50) * 50

type Call = { name: string; method: string; path: string }
type Speed = { perSecond: number; cpuMs: number }
/** Returns the headers of the n-th call. */
type SignIn = (n: number) => Record<string, string>

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const server = await startServer(folder, await freePort())
try {
  const person = await signUp(reachableAt(server.origin))
  const keys: string[] = []
  for (let n = 0; n < MAX_API_KEYS; n += 1) keys.push((await addKey(person)).key)
  const link = await person.send('POST', '/v2/my/links/', { url: 'https://shop.example/lamp' })
  const { uuid } = ((await link.json()) as { result: { uuid: string } }).result

  const withSession: SignIn = () => ({ [TOKEN_HEADER]: person.token })
  const withKey: SignIn = (n) => ({ Authorization: `Bearer ${keys[n % keys.length]}` })
  const calls: Call[] = [
    { name: 'get a link', method: 'GET', path: `/v2/my/links/${uuid}/` },
    { name: 'list collections', method: 'GET', path: '/v2/my/collections/' },
  ]
  const rows: string[][] = []
  for (const call of calls) rows.push(await compare(call, withSession, withKey))
  printTable(`Calls per second, ${CONNECTIONS} connections, median of ${ROUNDS} rounds`, [
    ['', 'session', 'API key', 'key / session', 'session / key in CPU time'],
    ...rows,
  ])
} finally {
  await server.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

async function compare(call: Call, withSession: SignIn, withKey: SignIn): Promise<string[]> {
  const rounds: { session: Speed; key: Speed }[] = []
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isSessionFirst = round % 2 === 0
    const first = await makeCalls(call, isSessionFirst ? withSession : withKey)
    const second = await makeCalls(call, isSessionFirst ? withKey : withSession)
    const [session, key] = isSessionFirst ? [first, second] : [second, first]
    if (round > 0) rounds.push({ session, key })
  }
  const of = (read: (round: { session: Speed; key: Speed }) => number) => median(rounds.map(read))
  return [
    call.name,
    of(({ session }) => session.perSecond).toFixed(0),
    of(({ key }) => key.perSecond).toFixed(0),
    `${of(({ session, key }) => key.perSecond / session.perSecond).toFixed(2)}  (limit 0.95)`,
    of(({ session, key }) => session.cpuMs / key.cpuMs).toFixed(2),
  ]
}

/** Makes `CALLS` calls over several connections. */
async function makeCalls(call: Call, signIn: SignIn): Promise<Speed> {
  let sent = 0
  const start = performance.now()
  const cpuBefore = server.cpuMs()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (sent < CALLS) await make(call, signIn(sent++))
    }),
  )
  return {
    perSecond: (CALLS * 1000) / (performance.now() - start),
    cpuMs: server.cpuMs() - cpuBefore,
  }
}

async function make({ method, path }: Call, headers: Record<string, string>) {
  const answer = await fetch(server.origin + path, toInit(method, { headers }))
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
