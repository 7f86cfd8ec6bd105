import { eq, lt, sql } from 'drizzle-orm'
import { epoch } from '../../platform/db/changes.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { notice } from '../../platform/db/notify.ts'
import { chatEvents, chatPeople, users } from '../../platform/db/schema.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import type { ChatEventKind } from '../../platform/db/schema/chat-schema.ts'
import { firstSpent, maySpend, secondsToWait, spent } from './chat-pace.ts'

/** A stream that was away for longer begins anew. */
const EVENT_DAYS = 7

type News = { kind: ChatEventKind; channelId: string; sequence?: number }

/**
 * Writes down what the streams of a person are to say, and tells all processes that there is something.
 * The person's row stays locked until the commit, so numbers are given in commit order and no later
 * commit hides behind an earlier number. Whoever locks a channel as well has done so before.
 */
export async function tellPerson(tx: Tx, userId: string, news: News): Promise<void> {
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

/** Counts one message that a person sends; throws when they have sent too many. */
export async function spendOne(tx: Tx, userId: string): Promise<void> {
  const counted = await tx
    .insert(chatPeople)
    .values({ userId, spentAt: firstSpent })
    .onConflictDoUpdate({
      target: chatPeople.userId,
      set: { spentAt: spent(chatPeople.spentAt) },
      setWhere: maySpend(chatPeople.spentAt),
    })
    .returning({ userId: chatPeople.userId })
  if (counted.length > 0) return
  const [row] = await tx
    .select({ seconds: secondsToWait(chatPeople.spentAt) })
    .from(chatPeople)
    .where(eq(chatPeople.userId, userId))
  throw new ThrottledError(row?.seconds ?? 1)
}

/** The number of an event, and the epoch in which it was given: after a restore it is given once more. */
export type EventPlace = { number: number; epoch: string }

/** A person's latest event. */
export async function latestEvent(db: Db, userId: string): Promise<EventPlace> {
  const [row] = await db
    .select({ number: chatPeople.lastEvent, epoch })
    .from(users)
    .leftJoin(chatPeople, eq(chatPeople.userId, users.id))
    .where(eq(users.id, userId))
  return { number: row?.number ?? 0, epoch: row?.epoch ?? '' }
}

/** Opaque to the app, which sends it back as `Last-Event-ID`. */
export const toEventId = ({ number, epoch: since }: EventPlace) =>
  since === '' ? String(number) : `${number}.${since}`

export function readEventId(id: string): EventPlace | undefined {
  const [, number, since = ''] = /^(\d{1,15})(?:\.([0-9a-f]{1,16}))?$/.exec(id) ?? []
  return number === undefined ? undefined : { number: Number(number), epoch: since }
}

export async function forgetEvents(db: Db): Promise<void> {
  await db
    .delete(chatEvents)
    .where(lt(chatEvents.createdAt, sql`now() - make_interval(days => ${EVENT_DAYS})`))
}
