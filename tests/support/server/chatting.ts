import { beforeEach, expect, vi } from 'vitest'
import { IDEMPOTENCY_HEADER, V2 } from '#contract/app-constants.ts'
import type { ChatChannel, ChatMessage, ChatMessages, ChatToken } from '#contract/partners/chat.ts'
import { sendAsBrand } from '../../../server/partners/chat/brand-side.ts'
import { addBrand } from './links.ts'
import { signUp, type Person } from './people.ts'
import type { TestServer } from './test-app.ts'

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

export async function tokenOf(person: Person): Promise<string> {
  return (await person.get<ChatToken>(`${V2}/sendbird/token/`)).access_token
}

export type Chatter = Awaited<ReturnType<typeof createChatter>>

/** Returns functions that use the chat of this server as this person. */
export async function createChatter(server: Pick<TestServer, 'request'>, person: Person) {
  const token = await tokenOf(person)
  const get = (path: string) => server.request('GET', `/chat${path}`, { headers: bearer(token) })
  const post = (path: string, body: unknown, key?: string) =>
    server.request('POST', `/chat${path}`, {
      body,
      headers: { ...bearer(token), ...(key !== undefined && { [IDEMPOTENCY_HEADER]: key }) },
    })
  return {
    token,
    get,
    post,

    async open(wish: object): Promise<string> {
      const answer = await person.send('POST', `${V2}/sendbird/create_group_chat/`, wish)
      const { result } = (await answer.json()) as { result: { channel_url: string } }
      return result.channel_url
    },

    async channels(search = ''): Promise<ChatChannel[]> {
      const answer = await get(`/channels?${new URLSearchParams({ search }).toString()}`)
      return ((await answer.json()) as { results: ChatChannel[] }).results
    },

    async say(channel: string, text: string, key?: string): Promise<ChatMessage> {
      const answer = await post(`/channels/${channel}/messages`, { text }, key)
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { result: ChatMessage }).result
    },

    async messages(channel: string, query = ''): Promise<ChatMessages> {
      return (await get(`/channels/${channel}/messages${query}`)).json() as Promise<ChatMessages>
    },

    async read(channel: string, sequence: number) {
      const answer = await post(`/channels/${channel}/read`, { sequence })
      return { status: answer.status, body: (await answer.json()) as object }
    },
  }
}

/** Creates a brand that answers, and its channel with this person. */
export async function addBrandChannel(
  server: TestServer,
  chatter: Chatter,
  name = 'lamps.example',
) {
  const { id } = await addBrand(server, `${crypto.randomUUID()}.${name}`)
  const channel = await chatter.open({ organization_uuid: id })
  return {
    id,
    channel,
    says: (text: string, key: string | null = null) =>
      sendAsBrand(server.deps.db, { organizationId: id, channelId: channel, text, key }),
  }
}

export type Conversation = Awaited<ReturnType<typeof startConversation>>

/** Creates a person who uses the chat, and a brand with a channel to them. */
export async function startConversation(server: TestServer) {
  const ana = await signUp(server)
  const chat = await createChatter(server, ana)
  return { ana, chat, brand: await addBrandChannel(server, chat) }
}

/** Returns a conversation that is started anew before each test of the file. */
export function conversationPerTest(server: TestServer): Conversation {
  const conversation = { ana: {}, chat: {}, brand: {} } as Conversation
  beforeEach(async () => {
    const { ana, chat, brand } = await startConversation(server)
    Object.assign(conversation.ana, ana)
    Object.assign(conversation.chat, chat)
    Object.assign(conversation.brand, brand)
  })
  return conversation
}

/**
 * Inserts this many messages of the other side at once, each with this many characters, without
 * rate limit.
 */
export const fillChannel = (server: TestServer, channel: string, count: number, signs = 1) =>
  server.deps.sql`
    with channel as (
      update chat_channels set last_sequence = last_sequence + ${count}::int
      where id = ${channel} returning id, user_id, last_sequence - ${count}::int as before
    ), person as (
      update chat_people set last_event = last_event + ${count}::int
      where user_id = (select user_id from channel) returning last_event - ${count}::int as before
    ), messages as (
      insert into chat_messages (channel_id, sequence, author, text)
      select id, before + n, 'other', repeat('漢', ${signs}::int)
      from channel, generate_series(1, ${count}::int) n
    )
    insert into chat_events (user_id, number, kind, channel_id, sequence)
    select user_id, person.before + n, 'message', id, channel.before + n
    from channel, person, generate_series(1, ${count}::int) n`

export type StreamEvent = {
  /** Event number in the id. */
  id: number
  /** Id as received, for `Last-Event-ID`. */
  rawId: string
  event: string
  data: Record<string, unknown>
}
export type Stream = Awaited<ReturnType<typeof readEventStream>>

/** Reads the event stream as a browser does. `events` grows as events arrive. */
export async function readEventStream(
  { origin = '' }: { origin?: string | undefined },
  token: string,
  after?: number | string,
) {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}/chat/events`, {
    headers: {
      ...bearer(token),
      ...(after !== undefined && { 'Last-Event-ID': String(after) }),
    },
    signal: leaving.signal,
  })
  const events: StreamEvent[] = []
  let beats = 0
  const read = async () => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of answer.body ?? []) {
      rest += decoder.decode(chunk, { stream: true })
      const parts = rest.split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (part.startsWith(':')) beats += 1
        else events.push(toEvent(part))
      }
    }
  }
  const ended = answer.ok ? read().catch(() => undefined) : Promise.resolve()
  /** All events except the first of each stream. */
  const newEvents = () => events.filter(({ event }) => event !== 'ready')
  return {
    answer,
    events,
    told: newEvents,
    /** Resolves when the stream was ended by either side. */
    ended,
    texts: () =>
      newEvents().flatMap(({ event, data }) => (event === 'message' ? [String(data['text'])] : [])),
    lastId: () => events.at(-1)?.id ?? 0,
    lastPlace: () => events.at(-1)?.rawId ?? '',
    beats: () => beats,
    has: (count: number) =>
      vi.waitFor(() => expect(newEvents().length).toBeGreaterThanOrEqual(count), {
        timeout: 15_000,
      }),
    begun: () => vi.waitFor(() => expect(events.length).toBeGreaterThan(0), { timeout: 15_000 }),
    async leave() {
      leaving.abort()
      await ended
    },
  }
}

function toEvent(part: string): StreamEvent {
  const lines = new Map(
    part.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
  )
  return {
    id: parseInt(lines.get('id') ?? '', 10),
    rawId: lines.get('id') ?? '',
    event: lines.get('event') ?? '',
    data: JSON.parse(lines.get('data') ?? '{}') as Record<string, unknown>,
  }
}
