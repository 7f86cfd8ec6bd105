import { listChannels, listMessages, markReadUpTo } from '#api/partners/chat.ts'
import { quiet } from '#http/client.ts'
import { toApiError } from '#http/error.ts'
import { MESSAGE_PAGE_SIZE, type ChatChannel, type ChatMessage } from '#contract/partners/chat.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { withoutGap } from '#mirror/chat/merge-channel.ts'
import { onMirrorClosed } from '../mirror.ts'
import { readSession } from '../session.ts'
import { openChatStorage, type ChatStorage } from './chat-storage.ts'
import { memoryChat } from './memory-chat.ts'

/** Shown part of a conversation: consecutive messages up to the latest one. */
export type Thread = { messages: readonly ChatMessage[]; hasEarlier: boolean }

const PENDING_READS_NOTE = 'reads'
const NOT_FOUND = 404

/** Chat of one user: what is stored on this device, updated with what the server sends. */
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

  /** Returns the channels, newest first, or undefined until they have been read from the device. */
  channels = () => this.#channels
  thread = (channel: string) => this.#threads.get(channel)
  unread = () => (this.#channels ?? []).reduce((sum, { unread_count }) => sum + unread_count, 0)

  /** Signal that is aborted when this chat is closed. */
  get signal() {
    return this.#ended.signal
  }

  /** Starts to read a conversation. Messages read before are available at once. */
  open(channel: string) {
    if (this.#shown.has(channel)) return
    this.#shown.set(channel, MESSAGE_PAGE_SIZE)
    this.#readSoon()
  }

  async refreshChannels(options = {}): Promise<number> {
    const rows = await listChannels('', { ...quiet, ...options })
    await (await this.#opening).saveChannels(rows)
    await this.#settled()
    return rows.length
  }

  /** Fetches the latest page of a conversation. */
  async refreshThread(channel: string, options = {}): Promise<void> {
    const page = await listMessages(channel, undefined, { ...quiet, ...options })
    await (await this.#opening).saveMessages(page.results)
    await this.#settled()
  }

  /** Fetches messages that were missed while disconnected, for all shown conversations. */
  async catchUp(): Promise<void> {
    await this.refreshChannels()
    const missed = (this.#channels ?? []).filter(
      ({ url, last_sequence }) =>
        this.#shown.has(url) && (this.thread(url)?.messages.at(-1)?.sequence ?? 0) < last_sequence,
    )
    await Promise.all(missed.map(({ url }) => this.refreshThread(url)))
    await this.sendReads()
  }

  /**
   * Replaces all stored messages after the server was restored from a backup, because its sequence
   * numbers now mean other messages. Changes in the outbox are still sent.
   */
  async startOver(): Promise<void> {
    const rows = await listChannels('', quiet)
    const storage = await this.#opening
    await storage.putNote(PENDING_READS_NOTE, {})
    await storage.replaceAll(rows)
    await this.#settled()
  }

  async loadEarlier(channel: string): Promise<void> {
    const first = this.#threads.get(channel)?.messages[0]?.sequence
    this.#shown.set(channel, (this.#shown.get(channel) ?? 0) + MESSAGE_PAGE_SIZE)
    const storage = await this.#opening
    this.#readSoon()
    await this.#settled()
    // The messages were already on this device.
    if (first === undefined || this.#threads.get(channel)?.messages[0]?.sequence !== first) return
    const page = await listMessages(channel, first, quiet)
    await storage.saveMessages(page.results)
    await this.#settled()
  }

  /** Marks messages as read on this device. The server is told now or at the next connection. */
  async markRead(channel: string, sequence: number): Promise<void> {
    const storage = await this.#opening
    await storage.saveRead({ channel, read_sequence: sequence, unread_count: 0 })
    await storage.putNote(PENDING_READS_NOTE, {
      ...(await this.#pendingReads()),
      [channel]: sequence,
    })
    await this.sendReads()
  }

  /** Tells the server about messages read on this device. */
  async sendReads(): Promise<void> {
    const storage = await this.#opening
    for (const [channel, sequence] of Object.entries(await this.#pendingReads())) {
      try {
        const { unread_count } = await markReadUpTo(channel, sequence, quiet)
        await storage.saveRead({ channel, read_sequence: sequence, unread_count })
      } catch (error) {
        if (toApiError(error).status !== NOT_FOUND) return
      }
      const { [channel]: sentSequence, ...others } = await this.#pendingReads()
      if (sentSequence === sequence) await storage.putNote(PENDING_READS_NOTE, others)
    }
  }

  close() {
    this.#ended.abort()
    void this.#opening.then((storage) => storage.close())
  }

  async #pendingReads(): Promise<Record<string, number>> {
    return ((await (await this.#opening).readNote(PENDING_READS_NOTE)) ?? {}) as Record<
      string,
      number
    >
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
        const previousCount = this.#threads.get(channel)?.messages.length ?? 0
        const thread = toThread(await storage.messages(channel, limit))
        this.#threads.set(channel, thread)
        // Another tab runs `startOver` and has deleted the messages. If this fetch fails, the next
        // connection repeats it.
        if (previousCount > 0 && thread.messages.length === 0)
          void this.refreshThread(channel).catch(() => undefined)
      }
      this.#news.tell()
    } catch {
      // The database was deleted at sign-out.
    }
  }
}

const newestFirst = (a: ChatChannel, b: ChatChannel) =>
  Date.parse(b.updated_at) - Date.parse(a.updated_at) || (a.url < b.url ? -1 : 1)

function toThread(stored: readonly ChatMessage[]): Thread {
  const messages = withoutGap(stored)
  return { messages, hasEarlier: (messages[0]?.sequence ?? 1) > 1 }
}

let current: Chat | undefined

onMirrorClosed(() => {
  current?.close()
  current = undefined
})

/** Returns the chat of the signed-in user. */
export function userChat(): Chat | undefined {
  const uuid = readSession()?.uuid
  if (!uuid) return undefined
  if (current?.uuid !== uuid || current.signal.aborted) {
    current?.close()
    current = new Chat(uuid)
  }
  return current
}
