import { listChannels, listMessages, readUpTo } from '#api/chat.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { MESSAGES_AT_ONCE, type ChatChannel, type ChatMessage } from '#contract/chat.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { withoutGap } from '#mirror/chat/merge-channel.ts'
import { onMirrorClosed } from '../mirror.ts'
import { readSession } from '../session.ts'
import { openChatStorage, type ChatStorage } from './chat-storage.ts'
import { memoryChat } from './memory-chat.ts'

/** A conversation as far as it is shown: what follows on one another, up to the latest. */
export type Thread = { messages: readonly ChatMessage[]; hasEarlier: boolean }

const PENDING_READS = 'reads'
const NOT_FOUND = 404

/** One person's chat, as this tab knows it: what the device has, and what the server says next. */
export class Chat {
  readonly #news = createListeners()
  readonly #shown = new Map<string, number>()
  readonly #threads = new Map<string, Thread>()
  readonly #opening: Promise<ChatStorage>
  #channels: readonly ChatChannel[] | undefined
  #reading: Promise<void> = Promise.resolve()
  #isReadDue = false
  readonly #ended = new AbortController()

  constructor(readonly uuid: string) {
    this.#opening = openChatStorage(uuid).catch(memoryChat)
    void this.#listen()
  }

  storage = (): Promise<ChatStorage> => this.#opening
  subscribe = (listener: () => void) => this.#news.add(listener)

  /** Newest first. Undefined: the device has not been read yet. */
  channels = () => this.#channels
  thread = (channel: string) => this.#threads.get(channel)
  unread = () => (this.#channels ?? []).reduce((sum, { unread_count }) => sum + unread_count, 0)

  /** Aborted when this person's chat is closed. */
  get signal() {
    return this.#ended.signal
  }

  /** Begins to read a conversation; what stood of it before is there at once. */
  open(channel: string) {
    if (this.#shown.has(channel)) return
    this.#shown.set(channel, MESSAGES_AT_ONCE)
    this.#readSoon()
  }

  async refreshChannels(options = {}): Promise<number> {
    const rows = await listChannels('', { ...quiet, ...options })
    await (await this.#opening).saveChannels(rows)
    await this.#settled()
    return rows.length
  }

  /** Brings the latest page, or the one before what is shown. */
  async refreshThread(channel: string, options = {}): Promise<void> {
    const page = await listMessages(channel, undefined, { ...quiet, ...options })
    await (await this.#opening).saveMessages(page.results)
    await this.#settled()
  }

  /** After a connection: what was said meanwhile, wherever it is shown. */
  async catchUp(): Promise<void> {
    await this.refreshChannels()
    const behind = (this.#channels ?? []).filter(
      ({ url, last_sequence }) =>
        this.#shown.has(url) && (this.thread(url)?.messages.at(-1)?.sequence ?? 0) < last_sequence,
    )
    await Promise.all(behind.map(({ url }) => this.refreshThread(url)))
    await this.tellReads()
  }

  /**
   * The server has gone back to an earlier day: what it has takes the place of all that is kept here, its
   * numbers mean something else by now. What waits in the outbox is sent as ever.
   */
  async startOver(): Promise<void> {
    const rows = await listChannels('', quiet)
    const storage = await this.#opening
    await storage.putNote(PENDING_READS, {})
    await storage.replaceAll(rows)
    await this.#settled()
  }

  async earlier(channel: string): Promise<void> {
    const first = this.#threads.get(channel)?.messages[0]?.sequence
    this.#shown.set(channel, (this.#shown.get(channel) ?? 0) + MESSAGES_AT_ONCE)
    const storage = await this.#opening
    this.#readSoon()
    await this.#settled()
    // The device had them.
    if (first === undefined || this.#threads.get(channel)?.messages[0]?.sequence !== first) return
    const page = await listMessages(channel, first, quiet)
    await storage.saveMessages(page.results)
    await this.#settled()
  }

  /** Here at once; the server is told now, or with the next connection. */
  async markRead(channel: string, sequence: number): Promise<void> {
    const storage = await this.#opening
    await storage.saveRead({ channel, read_sequence: sequence, unread_count: 0 })
    await storage.putNote(PENDING_READS, { ...(await this.#pendingReads()), [channel]: sequence })
    await this.tellReads()
  }

  /** What was read here and the server does not know. */
  async tellReads(): Promise<void> {
    const storage = await this.#opening
    for (const [channel, sequence] of Object.entries(await this.#pendingReads())) {
      try {
        const { unread_count } = await readUpTo(channel, sequence, quiet)
        await storage.saveRead({ channel, read_sequence: sequence, unread_count })
      } catch (error) {
        if (toApiError(error).status !== NOT_FOUND) return
      }
      const { [channel]: told, ...others } = await this.#pendingReads()
      if (told === sequence) await storage.putNote(PENDING_READS, others)
    }
  }

  close() {
    this.#ended.abort()
    void this.#opening.then((storage) => storage.close())
  }

  async #pendingReads(): Promise<Record<string, number>> {
    return ((await (await this.#opening).note(PENDING_READS)) ?? {}) as Record<string, number>
  }

  async #listen() {
    const storage = await this.#opening
    storage.onChange(() => this.#readSoon())
    this.#readSoon()
  }

  async #settled() {
    this.#readSoon()
    await this.#reading
  }

  readonly #readSoon = () => {
    if (this.#isReadDue || this.signal.aborted) return
    this.#isReadDue = true
    this.#reading = this.#reading.then(() => this.#read())
  }

  async #read() {
    this.#isReadDue = false
    if (this.signal.aborted) return
    try {
      const storage = await this.#opening
      const channels = await storage.channels()
      this.#channels = channels.sort(newestFirst)
      for (const [channel, limit] of this.#shown) {
        const had = this.#threads.get(channel)?.messages.length ?? 0
        const thread = threadOf(await storage.messages(channel, limit))
        this.#threads.set(channel, thread)
        // Put away by whichever tab began anew; what could not be had is asked for with the next connection.
        if (had > 0 && thread.messages.length === 0)
          void this.refreshThread(channel).catch(() => undefined)
      }
      this.#news.tell()
    } catch {
      // The database went away with its person.
    }
  }
}

const newestFirst = (a: ChatChannel, b: ChatChannel) =>
  Date.parse(b.updated_at) - Date.parse(a.updated_at) || (a.url < b.url ? -1 : 1)

function threadOf(stored: readonly ChatMessage[]): Thread {
  const messages = withoutGap(stored)
  return { messages, hasEarlier: (messages[0]?.sequence ?? 1) > 1 }
}

let current: Chat | undefined

onMirrorClosed(() => {
  current?.close()
  current = undefined
})

/** The chat of whoever is signed in. */
export function personsChat(): Chat | undefined {
  const uuid = readSession()?.uuid
  if (!uuid) return undefined
  if (current?.uuid !== uuid || current.signal.aborted) {
    current?.close()
    current = new Chat(uuid)
  }
  return current
}
