import { desc, eq, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { NewMessage } from '#contract/partners/chat.ts'
import { Uuid } from '#contract/common.ts'
import { openChannelWithUser, markReadByBrand, sendAsBrand } from '../partners/chat/brand-side.ts'
import { SUPPORT_NAME } from '../partners/chat/channels.ts'
import { readPage } from '../partners/chat/messages.ts'
import { listReported } from '../partners/chat/reports.ts'
import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { brands, chatChannels, users } from '../platform/db/schema.ts'
import { ThrottledError } from '../platform/http/errors.ts'
import { formatMinute, printable } from './printable.ts'

export const CHAT_USAGE = `
  npm run operator -- chat list
  npm run operator -- chat show <channel>
  npm run operator -- chat say <channel, or an email address> <text>
  npm run operator -- chat reports`

const MAX_LISTED = 100

type Work = (db: Db) => Promise<string>

/** Handles `chat …`, with which the operator answers users as support or for a brand. */
export function chatCommand([name, verb = '', ...rest]: string[]): (() => Work) | undefined {
  if (name !== 'chat') return undefined
  const [whom = '', text = ''] = rest
  if (verb === 'list' && rest.length === 0) return () => list
  if (verb === 'reports' && rest.length === 0) return () => reports
  if (verb === 'show' && rest.length === 1) return () => (db) => show(db, whom)
  if (verb === 'say' && rest.length === 2) {
    const message = v.safeParse(NewMessage, { text })
    if (!message.success) throw new ConfigError(message.issues[0].message)
    return () => (db) => answer(db, whom, message.output.text)
  }
  return undefined
}

/** Selects channels with their users and brands, and the number of messages to read. */
export const selectChannels = (db: Db) =>
  db
    .select({
      channel: chatChannels,
      brandName: brands.name,
      email: users.email,
      unread: sql<number>`(select count(*)::int from chat_messages unread
        where unread.channel_id = ${chatChannels.id} and unread.author = 'person'
          and unread.sequence > ${chatChannels.otherRead})`,
    })
    .from(chatChannels)
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))

/** Returns the channels with messages, newest first. */
export const listChannels = (db: Db) =>
  selectChannels(db)
    .where(sql`${chatChannels.lastSequence} > 0`)
    .orderBy(desc(chatChannels.updatedAt), desc(chatChannels.id))
    .limit(MAX_LISTED)

export type ListedChannel = Awaited<ReturnType<typeof listChannels>>[number]

async function list(db: Db): Promise<string> {
  const rows = await listChannels(db)
  if (rows.length === 0) return 'There are no messages yet.'
  return rows
    .map(({ channel, brandName, email, unread }) =>
      printable(
        `${channel.id}  ${formatMinute(channel.updatedAt)}  ${brandName ?? SUPPORT_NAME}  ${email}  ${unread} unread`,
      ),
    )
    .join('\n')
}

export async function requireChannel(db: Db, id: string) {
  const [row] = v.is(Uuid, id) ? await selectChannels(db).where(eq(chatChannels.id, id)) : []
  if (!row) throw new ConfigError(`There is no channel ${id}.`)
  return row
}

/** Returns the latest messages of a channel and marks them as read. */
async function show(db: Db, id: string): Promise<string> {
  const { channel, brandName, email } = await requireChannel(db, id)
  const { results, next } = await readPage(db, id, {})
  await markReadByBrand(db, {
    organizationId: channel.brandId,
    channelId: id,
    sequence: channel.lastSequence,
  })
  const lines = results.map(({ createdAt, author, text, imageKey }) => {
    const who = author === 'person' ? email : (brandName ?? SUPPORT_NAME)
    const words = [text, imageKey === null ? '' : '(a picture)'].filter(Boolean).join(' ')
    return printable(`${formatMinute(createdAt)}  ${who}: ${words}`)
  })
  return (
    [...(next === null ? [] : ['…']), ...lines].join('\n') ||
    'There are no messages in this channel yet.'
  )
}

async function answer(db: Db, whom: string, text: string): Promise<string> {
  const place = await resolveChannel(db, whom)
  const { sequence } = await sendToUser(db, { ...place, text, key: null })
  return `Sent as message ${sequence} of channel ${place.channelId}.`
}

/**
 * Sends a message to a user as support or for a brand.
 *
 * @throws ConfigError if the channel does not exist or too many messages were sent.
 */
export async function sendToUser(db: Db, message: Parameters<typeof sendAsBrand>[1]) {
  try {
    return await sendAsBrand(db, message)
  } catch (error) {
    if (error instanceof ThrottledError)
      throw new ConfigError(`Too many messages at once. Try again in ${error.seconds} seconds.`)
    if (error instanceof HTTPException)
      throw new ConfigError(`There is no channel ${message.channelId}.`)
    throw error
  }
}

/** Finds a channel by its id, or the support channel of a user by email address. */
async function resolveChannel(db: Db, whom: string) {
  if (!whom.includes('@')) {
    const { channel } = await requireChannel(db, whom)
    return { organizationId: channel.brandId, channelId: channel.id }
  }
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, whom.trim().toLowerCase()))
  if (!user) throw new ConfigError(`There is no account with the address ${whom}.`)
  const channelId = await openChannelWithUser(db, { organizationId: null, userId: user.id })
  return { organizationId: null, channelId }
}

async function reports(db: Db): Promise<string> {
  const rows = await listReported(db)
  if (rows.length === 0) return 'There are no reported messages.'
  return rows
    .map(({ report, message, brandName, email }) => {
      const other = brandName ?? SUPPORT_NAME
      const [by, of] = report.by === 'person' ? [email, other] : [other, email]
      return printable(
        `${formatMinute(report.createdAt)}  ${by} reports ${of} in ${message.channelId}: ${report.reason} | ${message.text}`,
      )
    })
    .join('\n')
}
