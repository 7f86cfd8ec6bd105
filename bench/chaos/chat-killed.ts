import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatToken } from '../../server/partners/chat/chat-token.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import type { Process } from '#support/server/processes/process.ts'
import { freePort } from '../support/server-process.ts'
import { Postgres } from './postgres.ts'
import { secondsUntil, formatSeconds, withSql, type Finding, type World } from './world.ts'

const CONVERSATIONS = 200
const MESSAGES = 12
/** Share of all messages after which one server is killed. */
const KILLED_AFTER = 0.3

type ChatUser = { token: string; channel: string }
type Servers = [Process, Process]

/** Kills one of two servers while users write messages to one and read from the other. */
export async function chatKilled(world: World): Promise<Finding[]> {
  const postgres = await Postgres.start(world)
  const folder = world.folder()
  const env = { DATA_DIR: folder, DATABASE_URL: postgres.url }
  const envOfB = {
    ...env,
    DATA_DIR: world.folderBeside(folder),
    PORT: String(await freePort()),
  }
  const servers: Servers = [await world.server(env), await world.server(envOfB)]
  const people = await makePeople(folder, postgres)
  const readers = people.map((someone, n) => new Reader(servers, someone, n))
  const following = readers.map((reader) => reader.follow())
  await secondsUntil(async () => readers.every(({ isOpen }) => isOpen))
  const writing = people.map((someone, n) => writeAll(servers, someone, n))
  const heard = () => readers.reduce((sum, { texts }) => sum + texts.length, 0)
  await secondsUntil(async () => heard() > CONVERSATIONS * MESSAGES * KILLED_AFTER)
  const atKill = heard()
  servers[0].kill('SIGKILL')
  await Promise.all(writing)
  const seconds = await secondsUntil(async () => heard() >= CONVERSATIONS * MESSAGES, 30)
  for (const reader of readers) reader.stop()
  await Promise.all(following)
  const judged = readers.map(({ texts }) => compareTexts(texts))
  const sum = (of: (one: ReturnType<typeof compareTexts>) => number) =>
    judged.reduce((total, one) => total + of(one), 0)
  const [lost, doubled] = [sum((one) => one.lost), sum((one) => one.doubled)]
  const disordered = judged.filter(({ isInOrder }) => !isInOrder).length
  return [
    {
      fault: 'kill -9 during chat',
      done: `${CONVERSATIONS} conversations of ${MESSAGES} messages on two servers; one killed after ${atKill} messages`,
      mustHold: 'no message is lost or doubled; each conversation keeps its order',
      measured: `${lost} lost, ${doubled} doubled, ${disordered} out of order; all received ${formatSeconds(seconds)} after the last was sent`,
      held: lost === 0 && doubled === 0 && disordered === 0,
    },
  ]
}

function compareTexts(texts: string[]) {
  const wanted = Array.from({ length: MESSAGES }, (_, n) => String(n))
  return {
    lost: wanted.filter((text) => !texts.includes(text)).length,
    doubled: texts.length - new Set(texts).size,
    isInOrder: texts.every((text, n) => n === 0 || Number(text) > Number(texts[n - 1])),
  }
}

/** Sends messages like the app: retries with the same key, alternating between the servers. */
async function writeAll(servers: Servers, { token, channel }: ChatUser, n: number): Promise<void> {
  for (let message = 0; message < MESSAGES; message += 1) {
    const key = randomUUID()
    for (let tries = 0; ; tries += 1) {
      const { origin } = servers[(n + tries) % 2 === 0 ? 0 : 1]
      const answer = await fetch(`${origin}/chat/channels/${channel}/messages`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ text: String(message) }),
      }).catch(() => undefined)
      if (answer?.status === 201) break
      await sleep(50)
    }
  }
}

/** Client that reconnects to the other server after its last event whenever its stream ends. */
class Reader {
  readonly texts: string[] = []
  isOpen = false
  readonly #leaving = new AbortController()
  #last: string | undefined
  #tries: number

  constructor(
    private readonly servers: Servers,
    private readonly someone: ChatUser,
    n: number,
  ) {
    this.#tries = n
  }

  async follow(): Promise<void> {
    while (!this.#leaving.signal.aborted) {
      await this.#read().catch(() => {})
      this.#tries += 1
      await sleep(50)
    }
  }

  stop() {
    this.#leaving.abort()
  }

  async #read() {
    const { origin } = this.servers[this.#tries % 2 === 0 ? 0 : 1]
    const answer = await fetch(`${origin}/chat/events`, {
      headers: {
        Authorization: `Bearer ${this.someone.token}`,
        ...(this.#last !== undefined && { 'Last-Event-ID': this.#last }),
      },
      signal: this.#leaving.signal,
    })
    if (!answer.ok) return
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      const parts = rest.split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) this.#take(part)
    }
  }

  #take(part: string) {
    const [, id] = /^id: (\d+)$/m.exec(part) ?? []
    const [, data = '{}'] = /^data: (.*)$/m.exec(part) ?? []
    if (id === undefined) return
    this.isOpen = true
    this.#last = id
    if (/^event: message$/m.test(part)) this.texts.push((JSON.parse(data) as { text: string }).text)
  }
}

async function makePeople(folder: string, { address }: Postgres): Promise<ChatUser[]> {
  const rows = await withSql(
    address,
    (sql) => sql<{ id: string; session: string; channel: string }[]>`
      with people as (
        insert into users (email, password_hash)
        select 'chat' || n || '@people.example', 'none'
        from generate_series(1, ${CONVERSATIONS}::int) n returning id
      ), held as (
        insert into sessions (user_id, token_hash, fingerprint, expires_at)
        select id, id::text, 'none', now() + interval '1 day' from people returning id, user_id
      ), channels as (
        insert into chat_channels (user_id) select id from people returning id, user_id
      )
      select held.user_id as id, held.id as session, channels.id as channel
      from held join channels on channels.user_id = held.user_id`,
  )
  const secrets = loadSecrets(folder)
  return Promise.all(
    rows.map(async ({ id, session, channel }) => ({
      channel,
      token: await chatToken(secrets, { id, sessionId: session, email: '' }),
    })),
  )
}
