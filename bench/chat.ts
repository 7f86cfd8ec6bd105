// Measures how fast messages reach many streams, and one user's other device, compared with a
// minimal event stream server on Node without a database. Prints ratios from one run; it neither
// passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, fetch } from 'undici'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chatToken } from '../server/partners/chat/chat-token.ts'
import { connect } from '../server/platform/db/client.ts'
import { runningEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { loadSecrets } from '../server/platform/secrets/secrets.ts'
import { Readers } from './support/chat-readers.ts'
import { freePort, startBareStream, startServer } from './support/server-process.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
const STREAMS = Number(process.env['BENCH_STREAMS'] ?? 500)
const MESSAGES = 200
const TEXT = 'We would like you to try our new lamp. Shall we send you one?'

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const ours = await startServer(folder, await freePort())
const bare = await startBareStream(await freePort())
const address = await runningEmbedded(folder)
if (!address) throw new Error('The database is not running')
const { sql } = connect(address, { max: 2 })
const keptOpen = new Agent({ connections: 4 })
const [ourReaders, bareReaders] = [new Readers(), new Readers()]

try {
  const people = await makePeople()
  const [ourMemory, bareMemory] = [ours.memoryMb(), bare.memoryMb()]
  await bareReaders.open(
    bare.origin,
    people.map((_, n) => ({ path: `/events?who=${n}` })),
  )
  await ourReaders.open(
    ours.origin,
    people.map(({ token }) => ({ path: '/chat/events', token })),
  )
  const kilobytes = (now: number, before: number) => (((now - before) * 1024) / STREAMS).toFixed(0)
  printTable(`Memory per stream, ${STREAMS} open streams`, [
    ['bare', `${kilobytes(bare.memoryMb(), bareMemory)} KB`],
    ['ours', `${kilobytes(ours.memoryMb(), ourMemory)} KB`],
  ])
  await measureFanOut()
  await measureSingleMessages(people)
} finally {
  ourReaders.close()
  bareReaders.close()
  await keptOpen.close()
  await sql.end()
  await bare.stop('SIGTERM')
  await ours.stop('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`
}

type StreamUser = { token: string; channel: string }

async function makePeople(): Promise<StreamUser[]> {
  const rows = await sql<{ id: string; session: string; channel: string }[]>`
    with people as (
      insert into users (email, password_hash)
      select 'bench' || n || '@people.example', 'none' from generate_series(1, ${STREAMS}::int) n
      returning id
    ), signed_in as (
      insert into sessions (user_id, token_hash, fingerprint, expires_at)
      select id, id::text, 'none', now() + interval '1 day' from people returning id, user_id
    ), counted as (
      insert into chat_people (user_id) select id from people
    ), brand as (
      insert into brands (name) values ('Lamps') returning id
    ), channels as (
      insert into chat_channels (user_id, brand_id)
      select people.id, brand.id from people, brand returning id, user_id
    )
    select signed_in.user_id as id, signed_in.id as session, channels.id as channel
    from signed_in join channels on channels.user_id = signed_in.user_id`
  await sql`analyze`
  const secrets = loadSecrets(folder)
  return Promise.all(
    rows.map(async ({ id, session, channel }) => ({
      channel,
      token: await chatToken(secrets, { id, sessionId: session, email: '' }),
    })),
  )
}

/** Measures the time until a message to each user has reached all streams. */
async function measureFanOut() {
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const measured = { bare: await sendToAllBare(), ours: await sendToAllOurs() }
    // The first round is a warm-up and is not counted.
    if (round > 0) rounds.push(measured)
  }
  const of = (read: (one: { bare: number; ours: number }) => number) => median(rounds.map(read))
  printTable(`One message to each of ${STREAMS} streams, bare / ours (limit 0.5)`, [
    ['', 'ratio', 'bare', 'ours'],
    [
      'until the last has received it',
      of((one) => one.bare / one.ours).toFixed(2),
      `${of((one) => one.bare).toFixed(1)} ms`,
      `${of((one) => one.ours).toFixed(1)} ms`,
    ],
  ])
}

async function sendToAllBare(): Promise<number> {
  const all = bareReaders.next(STREAMS)
  const startedAt = performance.now()
  await post(`${bare.origin}/tell`, JSON.stringify({ text: TEXT, round: startedAt }))
  await all
  return performance.now() - startedAt
}

/** Writes one message to each user in a single transaction. The streams are notified as usual. */
async function sendToAllOurs(): Promise<number> {
  const all = ourReaders.next(STREAMS)
  let startedAt = 0
  await sql.begin(async (tx) => {
    await tx`
      with channels as (
        update chat_channels set last_sequence = last_sequence + 1
        returning id, user_id, last_sequence
      ), messages as (
        insert into chat_messages (channel_id, sequence, author, text)
        select id, last_sequence, 'other', ${TEXT} from channels
      ), people as (
        update chat_people set last_event = last_event + 1 returning user_id, last_event
      ), events as (
        insert into chat_events (user_id, number, kind, channel_id, sequence)
        select user_id, last_event, 'message', channels.id, last_sequence
        from channels join people using (user_id) returning user_id
      )
      select pg_notify('split_chat', user_id::text) from events`
    startedAt = performance.now()
  })
  await all
  return performance.now() - startedAt
}

/**
 * Measures the time from sending a message until it reaches the user's other stream, one after the
 * other.
 */
async function measureSingleMessages(people: StreamUser[]) {
  const times = { bare: [] as number[], ours: [] as number[] }
  for (let n = 0; n < MESSAGES; n += 1) {
    const who = n % people.length
    const person = people[who]
    if (!person) continue
    const body = JSON.stringify({ text: `${TEXT} ${n}` })
    times.bare.push(await timeUntil(bareReaders, who, `${bare.origin}/tell?who=${who}`, body))
    const url = `${ours.origin}/chat/channels/${person.channel}/messages`
    times.ours.push(await timeUntil(ourReaders, who, url, body, person.token))
  }
  const row = (name: string, read: (of: number[]) => number) => {
    const [bareMs, oursMs] = [read(times.bare), read(times.ours)]
    return [name, (bareMs / oursMs).toFixed(2), ms(bareMs), ms(oursMs)]
  }
  printTable(`From sending to receiving a message, ${STREAMS} streams open, bare / ours`, [
    ['', 'ratio', 'bare', 'ours'],
    row('median', median),
    row('p95', (of) => of.toSorted((a, b) => a - b)[Math.floor(of.length * 0.95)] ?? NaN),
  ])
}

async function timeUntil(readers: Readers, who: number, url: string, body: string, token?: string) {
  const received = readers.nextOf(who)
  const startedAt = performance.now()
  await post(url, body, token)
  await received
  return performance.now() - startedAt
}

async function post(url: string, body: string, token?: string) {
  const answer = await fetch(url, {
    method: 'POST',
    dispatcher: keptOpen,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body,
  })
  await answer.text()
  if (!answer.ok) throw new Error(`The message was rejected: ${answer.status}`)
}
