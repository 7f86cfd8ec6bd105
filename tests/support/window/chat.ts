import { vi } from 'vitest'
import type { ChatChannel, ChatMessage } from '#contract/partners/chat.ts'
import { fakeApi, json, type Answer } from './fake-api.ts'

export const TOKEN = 'GET /v2/my/sendbird/token/'
export const OPEN = 'POST /v2/my/sendbird/create_group_chat/'
export const CHANNELS = 'GET /chat/channels'

export const KITCHEN = '0000000c-0000-4000-8000-000000000001'
export const LAMPS = '0000000c-0000-4000-8000-000000000002'

/** User id that the chat token belongs to. */
export const CHAT_USER = '0000000c-0000-4000-8000-000000000009'

export function aMessage(sequence: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `0000000d-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    channel: KITCHEN,
    sequence,
    author: 'them',
    author_name: 'Sample Kitchen',
    text: `Message ${sequence}`,
    image_url: null,
    created_at: new Date(Date.UTC(2026, 4, 12, 9, sequence)).toISOString(),
    key: null,
    ...more,
  }
}

export function aChannel(more: Partial<ChatChannel> = {}): ChatChannel {
  return {
    url: KITCHEN,
    name: 'Sample Kitchen',
    kind: 'brand',
    organization: null,
    last_message: null,
    unread_count: 0,
    last_sequence: 0,
    read_sequence: 0,
    seen_sequence: 0,
    seen_at: null,
    updated_at: '2026-05-12T09:00:00.000Z',
    ...more,
  }
}

/** Imitates the chat server with one conversation. */
export function chatServer(first: ChatMessage[], routes: Record<string, Answer> = {}) {
  const messages = [...first]
  const keys = new Map<string, ChatMessage>()
  let read = 0
  const channel = () => {
    const last = messages.at(-1) ?? null
    const unread = messages.filter((one) => one.author === 'them' && one.sequence > read)
    return aChannel({
      last_message: last,
      last_sequence: last?.sequence ?? 0,
      read_sequence: read,
      unread_count: unread.length,
      updated_at: last?.created_at ?? '2026-05-12T09:00:00.000Z',
    })
  }
  const api = fakeApi({
    [TOKEN]: { access_token: 'chat-token', uuid: CHAT_USER },
    [CHANNELS]: () => ({ results: [channel()] }),
    [`GET /chat/channels/${KITCHEN}/messages`]: ({ query }) => {
      const before = Number(query.get('before') ?? Infinity)
      const results = messages.filter(({ sequence }) => sequence < before).slice(-50)
      return { results, next: results[0] && results[0].sequence > 1 ? results[0].sequence : null }
    },
    [`POST /chat/channels/${KITCHEN}/messages`]: ({ body, key }) => {
      const known = keys.get(key ?? '')
      const message =
        known ??
        aMessage((messages.at(-1)?.sequence ?? 0) + 1, {
          author: 'me',
          author_name: 'Ana',
          text: String(body['text']),
          key: key ?? null,
          created_at: new Date().toISOString(),
        })
      if (!known) messages.push(message)
      keys.set(key ?? '', message)
      return json({ result: message }, 201)
    },
    [`POST /chat/channels/${KITCHEN}/read`]: ({ body }) => {
      read = Math.max(read, Number(body['sequence']))
      return { unread_count: channel().unread_count, total_unread: channel().unread_count }
    },
    ...routes,
  })
  return { ...api, messages, channel, read: () => read }
}

/** Imitates the event stream. Returns functions that send events and end it. */
export function fakeStream() {
  const requests: Headers[] = []
  let current: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = false
  const bytes = new TextEncoder()
  const inner = globalThis.fetch
  const connections = { refuse: null as Response | null }
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const url = typeof input === 'string' ? input : input.url
    if (!url.includes('/chat/events')) return inner(input, init)
    requests.push(new Headers(init?.headers))
    if (init?.signal?.aborted) return Promise.reject(new DOMException('Aborted', 'AbortError'))
    if (connections.refuse) return Promise.resolve(connections.refuse.clone())
    let own: typeof current
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (own = controller),
    })
    current = own
    isOpen = true
    init?.signal?.addEventListener('abort', () => {
      if (own === current) isOpen = false
      try {
        own?.error(new DOMException('Aborted', 'AbortError'))
      } catch {
        // The stream has already ended.
      }
    })
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
  })
  return {
    requests,
    refuse: (response: Response | null) => void (connections.refuse = response),
    say: (type: string, data: unknown, id = '') =>
      current?.enqueue(
        bytes.encode(`${id && `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
      ),
    /** Sends a comment that keeps the connection alive. */
    beat: () => current?.enqueue(bytes.encode(': \n\n')),
    end: () => {
      isOpen = false
      current?.close()
    },
    isOpen: () => isOpen,
  }
}
