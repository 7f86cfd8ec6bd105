import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { clickId } from './click-id.ts'
import { copyEvents } from './copy-events.ts'
import { createJudge, type PersonClick } from './duplicates.ts'
import type { ClickEvent } from './events.ts'
import { addToHours, addToLinks, list, nextNumbers } from './fold-sql.ts'
import { KIND, type Kind } from './kinds.ts'
import { isSliceEnd } from './pace.ts'
import { LinkTally } from './tally.ts'
import { countVisits, lastCounted, moveVisits } from './visits-sql.ts'
import { visitsIn } from './visits.ts'

/**
 * Writes a batch in one transaction: events, counters, roll-ups and each owner's change number, so
 * that the sum of the counters is the number of events at every moment. Owners are locked first and
 * in one order (as `nextChanges` does): folds of two processes queue up and never wait in a circle.
 * A link that was deleted meanwhile takes its clicks with it.
 */
export async function fold(sql: Sql, events: ClickEvent[]): Promise<void> {
  for (const event of events) event.id ??= clickId(event.at)
  await sql.begin(async (tx) => {
    const numbers = await nextNumbers(tx, new Set(events.map((event) => event.link.userId)))
    const kinds = await judgeAll(tx, events)
    const tallies = await tally(events, kinds)
    const kept = await addToLinks(tx, tallies, numbers)
    await copyEvents(tx, events, kinds, kept)
    const left = tallies.filter(({ linkId }) => kept.has(linkId))
    await addToHours(
      tx,
      left.flatMap((link) => [...link.hours()]),
    )
  })
}

/** True when an earlier try was committed although its answer never arrived. */
export async function isFolded(sql: Sql, events: ClickEvent[]): Promise<boolean> {
  const ids = list(events.map((event) => event.id ?? ''))
  const [found] = await sql`
    select 1 from click_events where id = any(${ids}::text::uuid[]) limit 1`
  return found !== undefined
}

async function judgeAll(tx: TransactionSql, events: ClickEvent[]): Promise<Kind[]> {
  const { firsts, repeaters } = visitsIn(events)
  const counted = await countVisits(tx, firsts)
  const unclear = repeaters.filter(({ linkId, visitor }) => !counted.has(linkId, visitor))
  const { judge, later } = createJudge(counted, await lastCounted(tx, unclear))
  const kinds = events.map(({ kind, link, visitor, at }) =>
    kind === 'human' ? judge(link.linkId, visitor, at) : KIND[kind],
  )
  await moveVisits(
    tx,
    [...later].map(([linkId, visitor, at]): PersonClick => ({ linkId, visitor, at })),
  )
  return kinds
}

async function tally(events: ClickEvent[], kinds: Kind[]): Promise<LinkTally[]> {
  const links = new Map<string, LinkTally>()
  for (const [index, event] of events.entries()) {
    const { linkId, userId } = event.link
    let link = links.get(linkId)
    if (!link) links.set(linkId, (link = new LinkTally(linkId, userId)))
    link.add(event, kinds[index] ?? KIND.bot)
    if (isSliceEnd(index)) await setImmediate()
  }
  return [...links.values()]
}
