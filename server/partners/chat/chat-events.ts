import { eq, lt, sql } from 'drizzle-orm'
import { epoch } from '../../platform/db/changes.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { notice } from '../../platform/db/notify.ts'
import { chatEvents, chatPeople, users } from '../../platform/db/schema.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import type { ChatEventKind } from '../../platform/db/schema/chat-schema.ts'
import { firstSpentAt, canSend, secondsToWait, nextSpentAt } from './chat-pace.ts'

/**
 * Number of days that events are kept. A stream that was disconnected for longer has to reload
 * everything.
 */
const EVENT_DAYS = 7

type ChatEventInput = { kind: ChatEventKind; channelId: string; sequence?: number }

/**
 * Stores an event for the streams of a user and notifies all processes. The user's row stays locked
 * until the commit, so event numbers follow commit order and no event becomes visible after a later
 * one. A caller that also locks a channel must lock it first.
 */
export async function addEvent(tx: Tx, userId: string, news: ChatEventInput): Promise<void> {
  const { kind, channelId, sequence = null } = news
  await tx.execute(sql`
    with person as (
      insert into ${chatPeople} (user_id, last_event) values (${userId}::uuid, 1)
      on conflict (user_id) do update set last_event = ${chatPeople.lastEvent} + 1
      returning user_id, last_event
    ), written as (
      insert into ${chatEvents} (user_id, number, kind, channel_id, sequence)
      select user_id, last_event, ${kind}::text, ${channelId}::uuid, ${sequence}::int from person
      returning user_id
    )
    select ${notice('split_chat', userId)} from written`)
}

/** Counts one message against the user's limit. Throws if there were too many. */
export async function countUserMessage(tx: Tx, userId: string): Promise<void> {
  const counted = await tx
    .insert(chatPeople)
    .values({ userId, spentAt: firstSpentAt })
    .onConflictDoUpdate({
      target: chatPeople.userId,
      set: { spentAt: nextSpentAt(chatPeople.spentAt) },
      setWhere: canSend(chatPeople.spentAt),
    })
    .returning({ userId: chatPeople.userId })
  if (counted.length > 0) return
  const [row] = await tx
    .select({ seconds: secondsToWait(chatPeople.spentAt) })
    .from(chatPeople)
    .where(eq(chatPeople.userId, userId))
  throw new ThrottledError(row?.seconds ?? 1)
}

/**
 * Number of an event, with its epoch. After a restore from a backup the same number may be used
 * again in a new epoch.
 */
export type EventPosition = { number: number; epoch: string }

/** Returns the place of the user's latest event. */
export async function latestEvent(db: Db, userId: string): Promise<EventPosition> {
  const [row] = await db
    .select({ number: chatPeople.lastEvent, epoch })
    .from(users)
    .leftJoin(chatPeople, eq(chatPeople.userId, users.id))
    .where(eq(users.id, userId))
  return { number: row?.number ?? 0, epoch: row?.epoch ?? '' }
}

/** Formats an event id. The app sends it back unchanged as `Last-Event-ID`. */
export const toEventId = ({ number, epoch: since }: EventPosition) =>
  since === '' ? String(number) : `${number}.${since}`

export function readEventId(id: string): EventPosition | undefined {
  const [, number, since = ''] = /^(\d{1,15})(?:\.([0-9a-f]{1,16}))?$/.exec(id) ?? []
  return number === undefined ? undefined : { number: Number(number), epoch: since }
}

export async function deleteOldEvents(db: Db): Promise<void> {
  await db
    .delete(chatEvents)
    .where(lt(chatEvents.createdAt, sql`now() - make_interval(days => ${EVENT_DAYS})`))
}
