import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { clickId } from './click-id.ts'
import { copyEvents } from './copy-events.ts'
import { createJudge } from './duplicates.ts'
import type { ClickEvent } from './events.ts'
import {
  addToHours,
  addToLinks,
  lastCounted,
  list,
  nextNumbers,
  rememberVisitors,
} from './fold-sql.ts'
import { KIND, type Kind } from './kinds.ts'
import { isSliceEnd } from './pace.ts'
import { LinkTally } from './tally.ts'

/**
 * Writes a batch in one transaction: events, counters, roll-ups and each owner's change number, so
 * that the sum of the counters is the number of events at every moment. Owners are locked first and
 * in one order (as `nextChanges` does): folds of two processes queue up and never wait in a circle.
 * A link that was deleted meanwhile takes its clicks with it.
 */
export async function fold(sql: Sql, events: ClickEvent[]): Promise<void> {
  for (const event of events) event.id ??= clickId(event.at)
  await sql.begin((tx) => foldIn(tx, events))
}

async function foldIn(tx: TransactionSql, events: ClickEvent[]): Promise<void> {
  const numbers = await nextNumbers(tx, new Set(events.map((event) => event.link.userId)))
  const { judge, changed } = createJudge(await lastCounted(tx, events))
  const kinds: Kind[] = []
  const links = new Map<string, LinkTally>()
  for (const [index, event] of events.entries()) {
    const { linkId, userId } = event.link
    const kind = event.kind === 'human' ? judge(linkId, event.visitor, event.at) : KIND[event.kind]
    kinds.push(kind)
    let tally = links.get(linkId)
    if (!tally) links.set(linkId, (tally = new LinkTally(linkId, userId)))
    tally.add(event, kind)
    if (isSliceEnd(index)) await setImmediate()
  }
  const kept = await addToLinks(tx, [...links.values()], numbers)
  await copyEvents(tx, events, kinds, kept)
  const tallies = [...links.values()].filter(({ linkId }) => kept.has(linkId))
  await addToHours(
    tx,
    tallies.flatMap((tally) => [...tally.hours()]),
  )
  await rememberVisitors(
    tx,
    [...changed].filter(({ linkId }) => kept.has(linkId)),
  )
}

/** True when an earlier try was committed although its answer never arrived. */
export async function isFolded(sql: Sql, events: ClickEvent[]): Promise<boolean> {
  const ids = list(events.map((event) => event.id ?? ''))
  const [found] = await sql`
    select 1 from click_events where id = any(${ids}::text::uuid[]) limit 1`
  return found !== undefined
}
