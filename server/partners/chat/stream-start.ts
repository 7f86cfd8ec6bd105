import { and, eq } from 'drizzle-orm'
import type { ChatResync } from '#contract/partners/chat.ts'
import type { Db } from '../../platform/db/client.ts'
import { chatEvents } from '../../platform/db/schema.ts'
import { latestEvent, readEventId, type EventPosition } from './chat-events.ts'
import { eventText } from './stream.ts'

/**
 * Maximum number of missed events that are sent again. With more, reloading the lists is less data.
 */
const MAX_MISSED_EVENTS = 1000

/** Event after which a stream continues, and its first message. */
type StreamStart = { place: EventPosition; first: string }

const ready = (place: EventPosition): StreamStart => ({ place, first: eventText('ready', {}) })
const resync = (place: EventPosition, whole: boolean): StreamStart => ({
  place,
  first: eventText('resync', { whole } satisfies ChatResync),
})

/**
 * Returns where a stream continues: after the event that the client saw last if its successors are
 * still stored, otherwise at the latest event, with a message to reload.
 */
export async function findStreamStart(
  db: Db,
  userId: string,
  after: string | undefined,
): Promise<StreamStart> {
  const latest = await latestEvent(db, userId)
  if (after === undefined) return ready(latest)
  const seen = readEventId(after)
  // The number was never given in this epoch: the database was replaced or restored from an older
  // backup.
  if (seen?.epoch !== latest.epoch || seen.number > latest.number) return resync(latest, true)
  const missed = latest.number - seen.number
  if (missed === 0) return ready(seen)
  const isKnown = missed <= MAX_MISSED_EVENTS && (await isEventStored(db, userId, seen.number + 1))
  return isKnown ? ready(seen) : resync(latest, false)
}

async function isEventStored(db: Db, userId: string, number: number): Promise<boolean> {
  const rows = await db
    .select({ number: chatEvents.number })
    .from(chatEvents)
    .where(and(eq(chatEvents.userId, userId), eq(chatEvents.number, number)))
  return rows.length > 0
}
