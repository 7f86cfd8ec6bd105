import { randomUUID } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { MessageReport, NewMessage } from '#contract/partners/chat.ts'
import { MAX_ID, Uuid } from '#contract/common.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import type { DeskEnv } from './desk-session.tsx'
import { ListPage, ThreadPage, type RejectedMessage } from './messages-page.tsx'

type DeskContext = Context<DeskEnv>

const channelIn = (c: DeskContext) => {
  const channel = c.req.param('channel') ?? ''
  if (!v.is(Uuid, channel)) throw new HTTPException(404)
  return channel
}

const numberOf = (said: string | undefined) =>
  /^[1-9]\d{0,9}$/.test(said ?? '') && Number(said) <= MAX_ID ? Number(said) : undefined

/** Routes of /desk/messages. */
export const deskMessages = new Hono<DeskEnv>()
  .get('/', async (c) => {
    const { desk } = c.var
    const channels = await desk.books.messages.channels()
    const names = await desk.books.names(channels.map(({ userId }) => userId))
    const page = <ListPage {...{ desk, channels, names, now: new Date() }} />
    return answerPage(c as unknown as Context<AppEnv>, page)
  })

  .get('/:channel', (c) => showThread(c, 200))

  .post('/:channel', async (c) => {
    const channel = channelIn(c)
    const { text = '', key = '' } = c.var.form
    const read = v.safeParse(NewMessage, { text })
    if (!read.success || read.output.text === '')
      return showThread(c, 400, { text, problem: read.issues?.[0].message ?? 'Write a message.' })
    const { messages } = c.var.desk.books
    // The key comes with the form, so a form sent twice stores one message.
    await messages.say(channel, read.output.text, v.is(Uuid, key) ? key : randomUUID())
    return c.redirect(`/desk/messages/${channel}#end`, 303)
  })

  .post('/:channel/report', async (c) => {
    const channel = channelIn(c)
    const sequence = numberOf(c.var.form['sequence'])
    const read = v.safeParse(MessageReport, { reason: c.var.form['reason'] ?? '' })
    if (sequence === undefined) throw new HTTPException(404)
    if (!read.success) return showThread(c, 400, { text: '', problem: read.issues[0].message })
    await c.var.desk.books.messages.report(channel, sequence, read.output.reason)
    return c.redirect(`/desk/messages/${channel}?reported`, 303)
  })

async function showThread(
  c: DeskContext,
  status: 200 | 400,
  typed?: RejectedMessage,
): Promise<Response> {
  const id = channelIn(c)
  const { books } = c.var.desk
  const found = await books.messages.thread(id, numberOf(c.req.query('before')))
  if (!found) throw new HTTPException(404)
  const channels = await books.messages.channels()
  // Count now, after this channel was marked as read.
  const unread = channels.reduce((sum, channel) => sum + channel.unread, 0)
  const desk = { ...c.var.desk, unread }
  const names = await books.names([found.userId, ...channels.map(({ userId }) => userId)])
  const about = { id, key: randomUUID(), typed, isReported: c.req.query('reported') !== undefined }
  const page = (
    <ThreadPage {...{ desk, channels, names, now: new Date(), thread: { ...found, ...about } }} />
  )
  return answerPage(c as unknown as Context<AppEnv>, page, status)
}
