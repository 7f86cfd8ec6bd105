import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { IDEMPOTENCY_HEADER } from '#contract/app-constants.ts'
import {
  ChannelQuery,
  MessageQuery,
  MessageReport,
  NewChannel,
  NewMessage,
  ReadRequest,
  type ChatToken,
} from '#contract/partners/chat.ts'
import { Uuid } from '#contract/common.ts'
import { signedIn } from '../../people/accounts/signed-in.ts'
import type { UserEnv } from '../../env.ts'
import { BusyError } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { runInTurn } from '../../platform/http/person-turns.ts'
import { commonHeaders } from '../../platform/http/security-headers.ts'
import { body, query } from '../../platform/http/validate.ts'
import { openChannel, isUserChannel } from './channels.ts'
import { chatToken, requireChatToken, requireChatEnabled } from './chat-token.ts'
import { namesOf, readMessages } from './messages.ts'
import { listChannels, toMessage } from './presenter.ts'
import { markReadByUser } from './read.ts'
import { storeMessageReport } from './reports.ts'
import { sendMessage } from './send-message.ts'

const token = async (c: Context<UserEnv>) => {
  const { deps, user } = c.var
  const access_token = await chatToken(deps.secrets, user)
  return c.json<ChatToken>({ access_token, uuid: user.id })
}

/** Routes of /v2/my/sendbird: access token, and opening a channel. */
export const chatAccess = new Hono<UserEnv>()
  .use(signedIn)
  .use(requireChatEnabled)
  .get('/token', token)
  .post('/create_group_chat', idempotent, body(NewChannel), async (c) => {
    const { deps, user } = c.var
    return c.json({ result: await openChannel(deps.db, user.id, c.req.valid('json')) })
  })

/** Route of /v1/users/me: access token. */
export const chatTokenV1 = new Hono<UserEnv>().get(
  '/chat_token',
  signedIn,
  requireChatEnabled,
  token,
)

/** Returns the channel id in the path. Throws 404 for a malformed one. */
function channelIdOf(c: Context<UserEnv, '/:channel'>): string {
  const id = c.req.param('channel')
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return id
}

/** Routes of /chat, which need an access token. */
export const chat = new Hono<UserEnv>()
  .use(requireChatEnabled)
  .use(requireChatToken)

  .get('/channels', query(v.object(ChannelQuery)), async (c) => {
    const { deps, user } = c.var
    return c.json({ results: await listChannels(deps.db, user.id, c.req.valid('query').search) })
  })

  .get('/channels/:channel/messages', query(v.object(MessageQuery)), async (c) => {
    const { deps, user } = c.var
    return c.json(
      await readMessages(deps.db, isUserChannel(user.id, channelIdOf(c)), c.req.valid('query')),
    )
  })

  .post('/channels/:channel/messages', body(NewMessage), async (c) => {
    const { deps, user } = c.var
    const id = channelIdOf(c)
    const saying = { ...c.req.valid('json'), side: 'person', key: idempotencyKeyOf(c) } as const
    const where = isUserChannel(user.id, id)
    const message = await runInTurn(user.id, c.req.raw.signal, () =>
      sendMessage(deps.db, { ...saying, where }),
    )
    return c.json({ result: toMessage(message, await namesOf(deps.db, id)) }, 201)
  })

  .post('/channels/:channel/read', body(ReadRequest), async (c) => {
    const { deps, user } = c.var
    const where = isUserChannel(user.id, channelIdOf(c))
    const { sequence } = c.req.valid('json')
    return c.json(
      await runInTurn(user.id, c.req.raw.signal, () => markReadByUser(deps.db, where, sequence)),
    )
  })

  .post('/channels/:channel/messages/:sequence/report', body(MessageReport), async (c) => {
    const { deps, user } = c.var
    const where = isUserChannel(user.id, channelIdOf(c))
    const typed = c.req.param('sequence')
    const sequence = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
    const { reason } = c.req.valid('json')
    const isThere = await storeMessageReport(deps.db, { where, sequence, by: 'person', reason })
    if (!isThere) throw new HTTPException(404)
    return c.body(null, 204)
  })

  .get('/events', async (c) => {
    const { deps, user } = c.var
    // Node's own response, which sends many small pieces without copying them. @hono/node-server
    // provides it.
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    if (!outgoing) throw new BusyError('there is no connection to keep open')
    const { chatStreams, config } = deps
    const given = Object.fromEntries(c.res.headers)
    await chatStreams.open(outgoing, {
      userId: user.id,
      sessionId: user.sessionId,
      after: c.req.header('Last-Event-ID'),
      headers: { ...commonHeaders(config), ...given },
    })
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  })

function idempotencyKeyOf(c: Context<UserEnv>): string | null {
  const key = c.req.header(IDEMPOTENCY_HEADER) ?? null
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) throw new HTTPException(400)
  return key
}
