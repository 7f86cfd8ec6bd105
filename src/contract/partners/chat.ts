import * as v from 'valibot'
import { MAX_ID, text, token, Uuid, withoutUnseen } from '../common.ts'

/** Name of the single event stream of a user. */
export const CHAT_CHANNEL_NAME = 'split-chat'

export const MAX_MESSAGE_LENGTH = 4000
/** Maximum messages in one answer. */
export const MESSAGE_PAGE_SIZE = 50
/** Maximum messages that a user can send at once. One more is allowed every second. */
export const MESSAGE_BURST = 20
/** Maximum open streams per user, more than the tabs and devices that people use. */
export const MAX_STREAMS = 20
/** Interval of the comments that keep a stream open through proxies. */
export const HEARTBEAT_MS = 25_000

/**
 * Answer of sendbird/token/ and chat_token. The token is valid for minutes and
 * accepted only in a header.
 */
export const ChatToken = v.object({ access_token: v.string(), uuid: Uuid })
export type ChatToken = v.InferOutput<typeof ChatToken>

/**
 * Body of create_group_chat/ (A-115): opens a channel with a brand, with the brand of a campaign,
 * or with support.
 */
export const NewChannel = v.pipe(
  v.object({
    organization_uuid: v.optional(Uuid),
    campaign_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
    channel: v.optional(v.picklist(['support'], 'Send support or leave it out.')),
  }),
  v.check(
    (value) => Object.values(value).filter((one) => one !== undefined).length === 1,
    'Send exactly one of organization_uuid, campaign_id and channel.',
  ),
)
export type NewChannel = v.InferOutput<typeof NewChannel>

/** `channel_url` is the id of the channel, the last part of /partners/chat/{channel}. */
export const OpenedChannel = v.object({
  result: v.object({ channel_url: Uuid, name: v.string() }),
})

/** Message from the point of view of its reader. `text` is plain text, never HTML. */
export const ChatMessage = v.object({
  id: Uuid,
  channel: Uuid,
  /** Number in its channel: 1, 2, 3 and so on, without gaps. */
  sequence: v.number(),
  author: v.picklist(['me', 'them']),
  author_name: v.string(),
  text: v.string(),
  image_url: v.nullable(v.string()),
  created_at: v.string(),
  /** Idempotency key of the reader's own message; null for messages of others. */
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
  /** Sequence of the latest message; 0 if there is none. */
  last_sequence: v.number(),
  /** Sequence up to which the reader has read. */
  read_sequence: v.number(),
  /**
   * Sequence up to which the other side has read; `seen_at` is the time when it last did, or null.
   */
  seen_sequence: v.number(),
  seen_at: v.nullable(v.string()),
  updated_at: v.string(),
})
export type ChatChannel = v.InferOutput<typeof ChatChannel>

/** Query of GET /chat/channels. `search` matches channel names and message texts. */
export const ChannelQuery = { search: v.optional(text(200), '') }

/**
 * Answer of GET /chat/channels/{channel}/messages, in ascending order. `next` is the `before` of
 * the page with older messages or the `after` of the page with newer ones; null if there are no
 * more.
 */
export const ChatMessages = v.object({
  results: v.array(ChatMessage),
  next: v.nullable(v.number()),
})
export type ChatMessages = v.InferOutput<typeof ChatMessages>

const INVALID_SEQUENCE = 'This message number is not valid.'
const sequence = v.pipe(
  v.number(INVALID_SEQUENCE),
  v.integer(INVALID_SEQUENCE),
  v.minValue(0, INVALID_SEQUENCE),
  v.maxValue(MAX_ID, INVALID_SEQUENCE),
)
const sequenceInQuery = v.optional(
  v.pipe(token(10), v.regex(/^\d+$/, INVALID_SEQUENCE), v.transform(Number), sequence),
)
/** Without either parameter, the answer is the latest page. */
export const MessageQuery = { before: sequenceInQuery, after: sequenceInQuery }

const messageText = v.pipe(
  text(MAX_MESSAGE_LENGTH),
  v.transform((value) => withoutUnseen(value).trim()),
)

/** Body of POST /chat/channels/{channel}/messages, sent with an Idempotency-Key. */
export const NewMessage = v.pipe(
  v.object({
    text: v.optional(messageText, ''),
    /** Id of an uploaded picture. With a picture, the text may be empty. */
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
export const ReadRequest = v.object({ sequence })
/** `total_unread` is the number for all channels. */
export const ReadAnswer = v.object({ unread_count: v.number(), total_unread: v.number() })

const MAX_REPORT_LENGTH = 1000
/** Body of POST /chat/channels/{channel}/messages/{sequence}/report. */
export const MessageReport = v.object({
  reason: v.pipe(text(MAX_REPORT_LENGTH), v.minLength(1, 'Tell us what is wrong.')),
})

/*
 * GET /chat/events, read with `fetch` and `Authorization: Bearer <access_token>`. Each event has an
 * opaque, ordered `id`; `Last-Event-ID` resumes after that event. `message` carries a ChatMessage,
 * `channel` a ChatChannel, `read` a ChatReadEvent. `ready` is the first event of every stream; its
 * `id` is the position at which the stream starts. `resync` means that missed events are no longer
 * stored: request the lists again. The stream continues after its `id`.
 */
/**
 * `whole`: the database was restored and does not match the stored data of the reader, which must
 * be deleted.
 */
export const ChatResync = v.object({ whole: v.boolean() })
export type ChatResync = v.InferOutput<typeof ChatResync>

export const ChatReadEvent = v.object({
  channel: Uuid,
  read_sequence: v.number(),
  unread_count: v.number(),
  total_unread: v.number(),
})
export type ChatReadEvent = v.InferOutput<typeof ChatReadEvent>
