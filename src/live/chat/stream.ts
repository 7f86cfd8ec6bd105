import * as v from 'valibot'
import { chatToken } from '#api/partners/chat.ts'
import {
  CHAT_CHANNEL_NAME,
  ChatChannel,
  ChatMessage,
  ChatReadEvent,
  ChatResync,
  HEARTBEAT_MS,
} from '#contract/partners/chat.ts'
import { endpointRoot } from '#http/endpoint.ts'
import { withLock } from '#http/under-lock.ts'
import { createStreamReader, type StreamEvent } from '#http/event-stream.ts'
import type { Chat } from './chat.ts'

const LAST_EVENT = 'last event'
/** Silence after which the connection counts as lost: two and a half heartbeats. */
const MAX_SILENCE_MS = 2.5 * HEARTBEAT_MS
const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 30_000
const UNAUTHORIZED = 401

class StreamRefused extends Error {
  constructor(readonly status: number) {
    super(`The stream was refused (${status})`)
  }
}

/**
 * Keeps one event stream per browser open until `signal` is aborted. The tab that holds the lock
 * reads the stream, and the others see what it stores. Without a shared database each tab has its
 * own stream.
 */
export async function followStream(chat: Chat, signal: AbortSignal, random = Math.random) {
  const endSignal = anySignal(signal, chat.signal)
  const { shared } = await chat.storage()
  const run = () => stayConnected(chat, endSignal, random)
  if (!shared || !globalThis.navigator?.locks) return run()
  return withLock(`${CHAT_CHANNEL_NAME}-${chat.uuid}`, run, endSignal).catch(() => undefined)
}

async function stayConnected(chat: Chat, signal: AbortSignal, random: () => number) {
  let failures = 0
  let fresh = false
  while (!signal.aborted) {
    const progress = { ready: false }
    // oxlint-disable-next-line no-await-in-loop -- one connection after the other
    fresh = await connect(chat, { signal, fresh, progress }).then(() => false, needsNewToken)
    failures = progress.ready ? 1 : failures + 1
    // oxlint-disable-next-line no-await-in-loop -- everybody at once would be the next failure
    await pause(retryDelayMs(failures, random), signal)
  }
}

const needsNewToken = (error: unknown) =>
  error instanceof StreamRefused && error.status === UNAUTHORIZED

/**
 * Returns the pause before the next attempt. It grows with each failure and is random, so that
 * clients do not all reconnect at the same time.
 */
export const retryDelayMs = (failures: number, random: () => number) =>
  Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (failures - 1)) * (0.5 + random() / 2)

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    return undefined
  })

type Connection = { signal: AbortSignal; fresh: boolean; progress: { ready: boolean } }

/** Resolves when the server ends the stream. Rejects when the connection is lost. */
async function connect(chat: Chat, { signal, fresh, progress }: Connection): Promise<void> {
  const storage = await chat.storage()
  const token = await chatToken({ fresh })
  const lastEventId = await storage.readNote(LAST_EVENT)
  const silence = createSilenceTimer()
  const endOrSilence = anySignal(signal, silence.signal)
  try {
    const body = await requestStream(token, lastEventId, endOrSilence)
    progress.ready = true
    await readStream(chat, body, silence.reset)
  } finally {
    silence.stop()
  }
}

async function requestStream(token: string, lastEventId: unknown, signal: AbortSignal) {
  const response = await fetch(`${endpointRoot()}/chat/events`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      ...(typeof lastEventId === 'string' && { 'Last-Event-ID': lastEventId }),
    },
    cache: 'no-store',
    signal,
  })
  const type = response.headers.get('Content-Type') ?? ''
  if (!response.ok || !response.body || !type.startsWith('text/event-stream'))
    throw new StreamRefused(response.status)
  return response.body
}

async function readStream(chat: Chat, body: ReadableStream<Uint8Array>, onData: () => void) {
  const events: StreamEvent[] = []
  const read = createStreamReader((event) => events.push(event))
  const text = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      const { done, value } = await reader.read()
      if (done) return
      onData()
      read(text.decode(value, { stream: true }))
      // oxlint-disable-next-line no-await-in-loop -- in their order
      for (const event of events.splice(0)) await handleEvent(chat, event)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Returns a signal that follows any of these. Like `AbortSignal.any`, which some supported browsers
 * lack.
 */
function anySignal(...signals: AbortSignal[]): AbortSignal {
  const combined = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) combined.abort()
    signal.addEventListener('abort', () => combined.abort(), { signal: combined.signal })
  }
  return combined.signal
}

function createSilenceTimer() {
  const timeout = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const reset = () => {
    clearTimeout(timer)
    timer = setTimeout(() => timeout.abort(), MAX_SILENCE_MS)
  }
  reset()
  return { signal: timeout.signal, reset, stop: () => clearTimeout(timer) }
}

/** Stores an event before its id, so that an event that was not stored is sent again. */
async function handleEvent(chat: Chat, { id, type, data }: StreamEvent): Promise<void> {
  const storage = await chat.storage()
  await applyEvent(chat, type, parseJson(data))
  if (id !== '' && id !== (await storage.readNote(LAST_EVENT)))
    await storage.putNote(LAST_EVENT, id)
}

async function applyEvent(chat: Chat, type: string, body: unknown): Promise<void> {
  const storage = await chat.storage()
  // Handled before any other event. If it fails, the next connection starts with it again.
  if (type === 'resync' && v.is(ChatResync, body) && body.whole) return chat.startOver()
  if (type === 'ready' || type === 'resync') return void chat.catchUp().catch(() => undefined)
  if (type === 'message') {
    const message = v.safeParse(ChatMessage, body)
    if (!message.success) return
    const isKnown = await storage.saveMessages([message.output])
    if (!isKnown) void chat.refreshChannels().catch(() => undefined)
  }
  if (type === 'read') {
    const read = v.safeParse(ChatReadEvent, body)
    if (read.success) await storage.saveRead(read.output)
  }
  if (type === 'channel') {
    const channel = v.safeParse(ChatChannel, body)
    if (channel.success) await storage.saveChannels([channel.output])
  }
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
