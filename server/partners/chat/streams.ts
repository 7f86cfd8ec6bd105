import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { HEARTBEAT_MS, MAX_STREAMS } from '#contract/partners/chat.ts'
import type { Db } from '../../platform/db/client.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { listen } from '../../platform/db/notify.ts'
import { BusyError, ThrottledError } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log/log.ts'
import type { ChatStreams, StreamClient } from './chat-streams.ts'
import { findValidSessions } from './chat-token.ts'
import { startPresence } from './presence.ts'
import { ChatStream } from './stream.ts'
import { MAX_EVENTS_PER_USER, readEvents, type StreamEvent } from './read-events.ts'
import { findStreamStart } from './stream-start.ts'

/**
 * Maximum number of streams of this process. Each needs some kilobytes of memory and a connection.
 */
const MAX_STREAMS_PER_PROCESS = 5000
/** Maximum number of users per query for events. */
const USERS_PER_QUERY = 1000
const RETRY_MS = 500
/**
 * Age in ms after which a user's oldest stream is replaced by a new one. It may belong to a client
 * that disconnected unnoticed.
 */
const REPLACE_AFTER_MS = 60_000

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  // Turns off response buffering in nginx.
  'X-Accel-Buffering': 'no',
}

/** Manages all streams of this process and sends events to them. */
export async function createChatStreams(options: {
  db: Db
  dedicated: DedicatedConnection
  log: Log
}): Promise<ChatStreams> {
  const streams = new Streams(options)
  await streams.start()
  return streams
}

type Options = Parameters<typeof createChatStreams>[0]

class Streams implements ChatStreams {
  readonly #options: Options
  readonly #open = new Map<string, Set<ChatStream>>()
  readonly #usersWithNews = new Set<string>()
  #count = 0
  #isFeeding = false
  #isOver = false
  #presence: Awaited<ReturnType<typeof startPresence>> | undefined
  #unlisten = () => {}
  #heartbeat: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get count() {
    return this.#count
  }

  async start() {
    const { dedicated } = this.#options
    const isHere = (userId: string) => this.#open.has(userId)
    this.#presence = await startPresence({ ...this.#options, process: randomUUID(), isHere })
    // After a reconnect, look up events that were missed while not listening.
    const { stop } = await listen(
      dedicated,
      'split_chat',
      (userId) => this.#feed([userId]),
      () => this.#feed([...this.#open.keys()]),
    )
    this.#unlisten = stop
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS)
    this.#heartbeat.unref()
  }

  async open(response: ServerResponse, { after, headers, ...who }: StreamClient) {
    this.#makeRoom(who.userId)
    const stream = new ChatStream(response, who, () => this.#feed([who.userId]))
    this.#add(stream)
    response.once('close', () => this.#remove(stream))
    try {
      await this.#presence?.settle(who.userId)
      const { place, first } = await findStreamStart(this.#options.db, who.userId, after)
      if (this.#isOver) throw new BusyError('the server stops')
      stream.begin({ ...STREAM_HEADERS, ...headers }, place, first)
    } catch (error) {
      this.#remove(stream)
      throw error
    }
    this.#feed([who.userId])
  }

  end() {
    this.#isOver = true
    clearInterval(this.#heartbeat)
    for (const stream of this.#all()) stream.end()
  }

  async stop() {
    this.end()
    this.#unlisten()
    await this.#presence?.stop()
  }

  #all = () => [...this.#open.values()].flatMap((streams) => [...streams])

  #makeRoom(userId: string) {
    if (this.#isOver || this.#count >= MAX_STREAMS_PER_PROCESS)
      throw new BusyError('too many streams')
    const userStreams = this.#open.get(userId)
    if (!userStreams || userStreams.size < MAX_STREAMS) return
    const [oldest] = userStreams
    if (!oldest || Date.now() - oldest.openedAt < REPLACE_AFTER_MS)
      throw new ThrottledError(Math.ceil(REPLACE_AFTER_MS / 1000))
    oldest.cut()
    this.#remove(oldest)
  }

  #add(stream: ChatStream) {
    const userStreams = this.#open.get(stream.userId) ?? new Set()
    this.#open.set(stream.userId, userStreams.add(stream))
    this.#count += 1
  }

  #remove(stream: ChatStream) {
    const userStreams = this.#open.get(stream.userId)
    if (!userStreams?.delete(stream)) return
    this.#count -= 1
    if (userStreams.size > 0) return
    this.#open.delete(stream.userId)
    if (!this.#isOver) void this.#presence?.settle(stream.userId)
  }

  /**
   * Requests new events for these users. One query runs at a time; users that are added meanwhile
   * are combined in the next one.
   */
  #feed(userIds: string[]) {
    for (const userId of userIds) if (this.#open.has(userId)) this.#usersWithNews.add(userId)
    if (!this.#isFeeding) void this.#feedAll()
  }

  async #feedAll() {
    this.#isFeeding = true
    // Wait for other notifications that arrived in the same packet.
    await nextTurn()
    while (this.#usersWithNews.size > 0 && !this.#isOver) {
      const batch = [...this.#usersWithNews].slice(0, USERS_PER_QUERY)
      for (const userId of batch) this.#usersWithNews.delete(userId)
      try {
        await this.#feedBatch(batch)
      } catch (error) {
        this.#options.log.warn('streams of the chat wait for the database', { error })
        for (const userId of batch) this.#usersWithNews.add(userId)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    this.#isFeeding = false
  }

  async #feedBatch(batch: string[]) {
    const after = new Map<string, number>()
    for (const userId of batch) {
      const cursors = this.#readersOf(userId).map(({ cursor }) => cursor)
      if (cursors.length > 0) after.set(userId, Math.min(...cursors))
    }
    if (after.size === 0) return
    const events = await readEvents(this.#options.db, after)
    for (const one of events) this.#tell(one, after.get(one.userId) ?? 0)
    const latest = new Map(events.map(({ userId, number }) => [userId, number]))
    // A user who got the maximum number of events may have more.
    for (const [userId, before] of after)
      if (latest.get(userId) === before + MAX_EVENTS_PER_USER) this.#usersWithNews.add(userId)
  }

  #readersOf = (userId: string) =>
    [...(this.#open.get(userId) ?? [])].filter(({ takesMore }) => takesMore)

  #tell({ userId, number, text }: StreamEvent, after: number) {
    for (const stream of this.#readersOf(userId)) {
      if (number === stream.cursor + 1) stream.tell(number, text)
      // Events after the cursor were deleted, so end the stream: the client reconnects and is told
      // to reload. A stream whose cursor is before `after` was opened after the query started, and
      // has its own query pending.
      else if (number > stream.cursor && stream.cursor >= after) stream.end()
    }
  }

  async #beat() {
    for (const stream of this.#all()) stream.beat()
    const all = this.#all()
    const { db, log } = this.#options
    try {
      const validSessions = await findValidSessions(db, [
        ...new Set(all.map(({ sessionId }) => sessionId)),
      ])
      for (const stream of all) if (!validSessions.has(stream.sessionId)) stream.end()
    } catch (error) {
      log.debug('sessions of streams not looked at', { error })
    }
  }
}
