import * as v from 'valibot'
import { MAX_ID, text, token, Uuid, withoutUnseen } from './common.ts'

/** The name of the one event-stream of a person. */
export const CHAT_CHANNEL_NAME = 'split-chat'

export const MAX_MESSAGE = 4000
/** Messages of a channel that one answer holds. */
export const MESSAGES_AT_ONCE = 50
/** Messages that somebody sends: so many at once, and one more with each second. */
export const MESSAGE_BURST = 20
/** Streams that one person has open at a time: more tabs and devices than anybody has. */
export const MAX_STREAMS = 20
/** The comment that keeps a stream alive on the way. */
export const HEARTBEAT_MS = 25_000

/** Answer of sendbird/token/ and chat_token: good for minutes, in a header alone. */
export const ChatToken = v.object({ access_token: v.string(), uuid: Uuid })
export type ChatToken = v.InferOutput<typeof ChatToken>

/** Body of create_group_chat/ (A-115): with a brand, with the brand of a campaign, or with support. */
export const NewChannel = v.pipe(
  v.object({
    organization_uuid: v.optional(Uuid),
    campaign_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
    channel: v.optional(v.picklist(['support'], 'The only channel with a name is support.')),
  }),
  v.check(
    (value) => Object.values(value).filter((one) => one !== undefined).length === 1,
    'Say one of organization_uuid, campaign_id and channel.',
  ),
)
export type NewChannel = v.InferOutput<typeof NewChannel>

/** `channel_url` is the channel's id, the last part of /partners/chat/{channel}. */
export const OpenedChannel = v.object({
  result: v.object({ channel_url: Uuid, name: v.string() }),
})

/** One message, to whoever reads it. `text` is text, never HTML. */
export const ChatMessage = v.object({
  id: Uuid,
  channel: Uuid,
  /** 1, 2, 3 … of its channel, without gaps. */
  sequence: v.number(),
  author: v.picklist(['me', 'them']),
  author_name: v.string(),
  text: v.string(),
  image_url: v.nullable(v.string()),
  created_at: v.string(),
  /** Under which one's own message was sent; null on those of others. */
  key: v.nullable(v.string()),
})
export type ChatMessage = v.InferOutput<typeof ChatMessage>

export const ChatChannel = v.object({
  url: Uuid,
  name: v.string(),
  kind: v.picklist(['brand', 'support']),
  organization: v.nullable(
    v.object({ uuid: Uuid, company_name: v.string(), logo_url: v.nullable(v.string()) }),
  ),
  last_message: v.nullable(ChatMessage),
  unread_count: v.number(),
  /** Of the latest message; 0: there is none. */
  last_sequence: v.number(),
  /** Up to which its reader has read. */
  read_sequence: v.number(),
  /** Up to which the other side has read, and when it last did; `seen_at` null: never. */
  seen_sequence: v.number(),
  seen_at: v.nullable(v.string()),
  updated_at: v.string(),
})
export type ChatChannel = v.InferOutput<typeof ChatChannel>

/** Answer of GET /chat/channels, newest first. */
export const ChatChannels = v.object({ results: v.array(ChatChannel) })
/** Query of it: in names and in texts. */
export const ChannelQuery = { search: v.optional(text(200), '') }

/**
 * Answer of GET /chat/channels/{channel}/messages, ascending. `next`: the `before` of the page of older
 * ones, or the `after` of the page of newer ones; null: there are no more.
 */
export const ChatMessages = v.object({
  results: v.array(ChatMessage),
  next: v.nullable(v.number()),
})
export type ChatMessages = v.InferOutput<typeof ChatMessages>

const NO_SEQUENCE = 'This is no number of a message.'
const sequence = v.pipe(
  v.number(NO_SEQUENCE),
  v.integer(NO_SEQUENCE),
  v.minValue(0, NO_SEQUENCE),
  v.maxValue(MAX_ID, NO_SEQUENCE),
)
const sequenceInQuery = v.optional(
  v.pipe(token(10), v.regex(/^\d+$/, NO_SEQUENCE), v.transform(Number), sequence),
)
/** Neither: the latest page. */
export const MessageQuery = { before: sequenceInQuery, after: sequenceInQuery }

const messageText = v.pipe(
  text(MAX_MESSAGE),
  v.transform((value) => withoutUnseen(value).trim()),
)

/** Body of POST /chat/channels/{channel}/messages, with an Idempotency-Key. */
export const NewMessage = v.pipe(
  v.object({
    text: v.optional(messageText, ''),
    /** The id of an uploaded picture; with one, the text may be empty. */
    upload: v.optional(
      v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
      null,
    ),
  }),
  v.forward(
    v.check(({ text, upload }) => text !== '' || upload !== null, 'Write a message.'),
    ['text'],
  ),
)
export type NewMessage = v.InferOutput<typeof NewMessage>

export const SentMessage = v.object({ result: ChatMessage })

/** Body of POST /chat/channels/{channel}/read. */
export const ReadUpTo = v.object({ sequence })
/** `total_unread` is that of all channels. */
export const ReadAnswer = v.object({ unread_count: v.number(), total_unread: v.number() })

const REPORT_MAX = 1000
/** Body of POST /chat/channels/{channel}/messages/{sequence}/report. */
export const MessageReport = v.object({
  reason: v.pipe(text(REPORT_MAX), v.minLength(1, 'Say what is wrong with it.')),
})

/*
 * GET /chat/events, read by `fetch` with `Authorization: Bearer <access_token>`. Each event has an opaque
 * `id`, one for one in the order of its person; `Last-Event-ID` goes on after one. `message` brings a
 * ChatMessage, `channel` a ChatChannel, `read` the body below. `ready` comes first on every stream, with
 * the place it begins after. `resync`: what was missed is no longer known, ask for the lists again; its
 * `id` is where the stream goes on.
 */
/** `whole`: what the reader keeps is not of this database, which was restored; it is put away. */
export const ChatResync = v.object({ whole: v.boolean() })
export type ChatResync = v.InferOutput<typeof ChatResync>

export const ChatReadEvent = v.object({
  channel: Uuid,
  read_sequence: v.number(),
  unread_count: v.number(),
  total_unread: v.number(),
})
export type ChatReadEvent = v.InferOutput<typeof ChatReadEvent>

export const CHAT_EVENTS = ['ready', 'message', 'read', 'channel', 'resync'] as const
