import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { eq, and, isNull } from 'drizzle-orm'
import { Uuid } from '#contract/common.ts'
import { markReadByBrand, messagesOf } from '../../../partners/chat/brand-side.ts'
import { listReported } from '../../../partners/chat/reports.ts'
import { chatChannels, users } from '../../../platform/db/schema.ts'
import { listChannels, selectChannels } from '../../chat.ts'
import { numberIn } from '../actions/console-action.ts'
import { answer, type ConsoleContext, type ConsoleEnv } from '../frame/console-session.ts'
import { requireScreen } from '../frame/screen-roles.ts'
import { MessagesPage, ThreadPage } from './messages-page.tsx'

/** Returns an id of a path. Throws 404 if it is none. */
function requireId(c: ConsoleContext, name: string): string {
  const id = c.req.param(name) ?? ''
  if (!v.is(Uuid, id)) throw new HTTPException(404)
  return id
}

/** Routes of /console/messages, for members who answer users. */
export const consoleMessages = new Hono<ConsoleEnv>()
  .use(requireScreen('messages'))
  .get('/', async (c) => {
    const { deps, visit } = c.var
    const channels = await listChannels(deps.db)
    const reported = await listReported(deps.db)
    return answer(c, <MessagesPage {...{ visit, channels, reported }} />)
  })

  .get('/with/:user', async (c) => {
    const { deps, visit } = c.var
    const id = requireId(c, 'user')
    const ofSupport = and(eq(chatChannels.userId, id), isNull(chatChannels.brandId))
    const [found] = await selectChannels(deps.db).where(ofSupport)
    if (found) return c.redirect(`/console/messages/${found.channel.id}#end`, 303)
    const [user] = await deps.db.select().from(users).where(eq(users.id, id))
    if (!user) throw new HTTPException(404)
    const channels = await listChannels(deps.db)
    const thread = { subject: `user ${id}`, email: user.email, userId: id, brand: null }
    const empty = { ...thread, messages: [], earlier: null, back: `/console/messages/with/${id}` }
    return answer(c, <ThreadPage {...{ visit, channels, thread: empty }} />)
  })

  .get('/:channel', async (c) => {
    const { deps, visit } = c.var
    const id = requireId(c, 'channel')
    const [found] = await selectChannels(deps.db).where(eq(chatChannels.id, id))
    if (!found) throw new HTTPException(404)
    const { channel, email, brandName } = found
    const before = numberIn(c.req.query('before') ?? '') || undefined
    const { results, next } = await messagesOf(deps.db, id, { before })
    // The brand reads its own messages in its desk, and has to see which ones are new.
    if (channel.brandId === null && before === undefined)
      await markReadByBrand(deps.db, {
        organizationId: null,
        channelId: id,
        sequence: channel.lastSequence,
      })
    const thread = {
      subject: `channel ${id}`,
      email,
      userId: channel.userId,
      brand: brandName,
      messages: results,
      earlier: next === null ? null : `/console/messages/${id}?before=${next}`,
      back: `/console/messages/${id}`,
    }
    const channels = await listChannels(deps.db)
    return answer(c, <ThreadPage {...{ visit, channels, thread }} />)
  })
