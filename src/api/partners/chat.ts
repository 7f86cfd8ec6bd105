import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  ChatChannel,
  ChatMessages,
  ChatToken,
  OpenedChannel,
  ReadAnswer,
  SentMessage,
  type ChatMessage,
  type NewChannel,
  type NewMessage,
} from '#contract/partners/chat.ts'
import { parseAnswer, http, quiet } from '#http/client.ts'
import { currentSession } from '#http/credentials.ts'
import { toApiError } from '#http/error.ts'
import { rowsOf } from '../list-answers.ts'

const TOKEN = `${V2}/sendbird/token/`
const OPEN = `${V2}/sendbird/create_group_chat/`
const CHANNELS = '/chat/channels'
const messagesOf = (channel: string) => `${CHANNELS}/${channel}/messages`

/** Channel with defaults for fields that a server of another version leaves out. */
const ChannelAnswer = v.object({
  ...ChatChannel.entries,
  kind: v.fallback(ChatChannel.entries.kind, 'brand'),
  seen_sequence: v.fallback(v.number(), 0),
  seen_at: v.fallback(v.nullable(v.string()), null),
})
const ChannelsAnswer = v.object({ results: rowsOf(ChannelAnswer) })

let cachedAccess: { session: string; access: ChatToken } | undefined

/**
 * Returns the access token of the chat and the user id that it belongs to. The token expires after
 * minutes, so both are kept in memory only, and only for the session that requested them.
 */
export async function chatAccess({ fresh = false } = {}): Promise<ChatToken> {
  const session = (await currentSession())?.token ?? ''
  if (!fresh && cachedAccess?.session === session) return cachedAccess.access
  const access = await parseAnswer(http.get(TOKEN, quiet), ChatToken, quiet)
  cachedAccess = { session, access }
  return access
}

/** Returns the access token of the chat. */
export const chatToken = async (options = {}): Promise<string> =>
  (await chatAccess(options)).access_token

const UNAUTHORIZED = 401

/**
 * Runs a call with the access token. If the token has expired, repeats the call once with a new
 * one.
 */
async function withToken<T>(options: Options, call: (options: Options) => Promise<T>): Promise<T> {
  const signed = (token: string): Options => {
    const headers = new Headers(options.headers as HeadersInit)
    headers.set('Authorization', `Bearer ${token}`)
    return { ...options, headers }
  }
  try {
    return await call(signed(await chatToken()))
  } catch (error) {
    if (toApiError(error).status !== UNAUTHORIZED) throw error
    return call(signed(await chatToken({ fresh: true })))
  }
}

/**
 * Opens the channel with a brand, with the brand of a campaign, or with support, and returns its
 * id. There is one channel for each.
 */
export async function openChannel(target: NewChannel, options: Options = {}): Promise<string> {
  const opened = await parseAnswer(
    http.post(OPEN, { json: target, ...options }),
    OpenedChannel,
    options,
  )
  return opened.result.channel_url
}

export const listChannels = (search: string, options: Options = {}): Promise<ChatChannel[]> =>
  withToken(options, async (signed) => {
    const searchParams = search === '' ? {} : { search }
    const call = http.get(CHANNELS, { searchParams, ...signed })
    return (await parseAnswer(call, ChannelsAnswer, signed)).results
  })

/**
 * Returns a page of messages: the latest without `before`. `next` is the `before` of the page with
 * older ones.
 */
export const listMessages = (
  channel: string,
  before: number | undefined,
  options: Options = {},
): Promise<ChatMessages> =>
  withToken(options, (signed) => {
    const searchParams = before === undefined ? {} : { before }
    return parseAnswer(
      http.get(messagesOf(channel), { searchParams, ...signed }),
      ChatMessages,
      signed,
    )
  })

/**
 * Sends a message. The server stores it once, even if it receives the same idempotency key again.
 */
export const sendMessage = (
  channel: string,
  message: NewMessage,
  options: Options,
): Promise<ChatMessage> =>
  withToken(options, async (signed) => {
    const call = http.post(messagesOf(channel), { json: message, ...signed })
    return (await parseAnswer(call, SentMessage, signed)).result
  })

export const markReadUpTo = (channel: string, sequence: number, options: Options = {}) =>
  withToken(options, (signed) => {
    const call = http.post(`${CHANNELS}/${channel}/read`, { json: { sequence }, ...signed })
    return parseAnswer(call, ReadAnswer, signed)
  })

export const reportMessage = (
  { channel, sequence }: Pick<ChatMessage, 'channel' | 'sequence'>,
  reason: string,
  options: Options = {},
): Promise<void> =>
  withToken(options, async (signed) => {
    await http.post(`${messagesOf(channel)}/${sequence}/report`, { json: { reason }, ...signed })
  })
