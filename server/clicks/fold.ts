import { setImmediate } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { clickId } from './click-id.ts'
import { copyEvents } from './copy-events.ts'
import { createJudge, type Judge, type PersonClick } from './duplicates.ts'
import { eventsIn, type ClickEvent } from './events.ts'
import { addToHours, addToLinks, nextNumbers } from './fold-sql.ts'
import { take, textOf, type Batch } from './journal.ts'
import { KIND, type Kind } from './kinds.ts'
import { noteMilestones } from './milestones.ts'
import { isSliceEnd } from './pace.ts'
import type { RecentVisits } from './recent-visits.ts'
import { LinkTally } from './tally.ts'
import { countVisits, lastCounted, moveVisits } from './visits-sql.ts'
import { visitsIn } from './visits.ts'

/**
 * Counts batches in one transaction: events, counters, roll-ups and each owner's change number, so
 * that the sum of the counters is the number of events at every moment. Owners are locked first and
 * in one order (as `nextChanges` does): folds of two processes queue up and never wait in a circle.
 * A link that was deleted meanwhile takes its clicks with it.
 */
export async function fold(sql: Sql, batches: Batch[], recent: RecentVisits): Promise<void> {
  const { events, kinds } = await sql.begin(async (tx) => {
    const events = (await take(tx, batches)).flatMap((batch) => eventsIn(textOf(batch)))
    return { events, kinds: events.length > 0 ? await count(tx, events, recent) : [] }
  })
  await rememberCounted(recent, events, kinds)
}

async function count(tx: TransactionSql, events: ClickEvent[], recent: RecentVisits) {
  const numbers = await nextNumbers(tx, new Set(events.map((event) => event.link.userId)))
  const { judge, moved } = await judgeOf(tx, events, recent)
  const { tallies, kinds } = await tally(events, judge)
  const kept = await addToLinks(tx, tallies, numbers)
  await copyEvents(tx, events, kinds, kept)
  const left = tallies.filter(({ linkId }) => kept.has(linkId))
  await addToHours(
    tx,
    left.flatMap((link) => [...link.hours()]),
  )
  await moveVisits(tx, moved())
  await noteMilestones(
    tx,
    left.map((link) => grown(link, kept.get(link.linkId) ?? 0)),
  )
  return kinds
}

const grown = ({ linkId, byKind }: LinkTally, clicks: number) => ({
  linkId,
  clicks,
  added: (byKind[KIND.human] ?? 0) + (byKind[KIND.unique] ?? 0),
})

async function rememberCounted(recent: RecentVisits, events: ClickEvent[], kinds: Kind[]) {
  for (const [index, { link, visitor, at }] of events.entries()) {
    const kind = kinds[index]
    if (kind === KIND.unique || kind === KIND.human) recent.remember(link.linkId, visitor, at)
    if (isSliceEnd(index)) await setImmediate()
  }
}

/** `moved`: visitors who counted once more after their first click of the batch. */
async function judgeOf(tx: TransactionSql, events: ClickEvent[], recent: RecentVisits) {
  const { firsts, repeaters } = await visitsIn(events, recent)
  const counted = await countVisits(tx, firsts)
  const unclear = repeaters.filter(({ linkId, visitor }) => !counted.has(linkId, visitor))
  const { judge: judgeNew, later } = createJudge(counted, await lastCounted(tx, unclear))
  const judge: Judge = (linkId, visitor, at) =>
    recent.isDuplicate(linkId, visitor, at) ? KIND.duplicate : judgeNew(linkId, visitor, at)
  const moved = (): PersonClick[] =>
    [...later].map(([linkId, visitor, at]) => ({ linkId, visitor, at }))
  return { judge, moved }
}

async function tally(events: ClickEvent[], judge: Judge) {
  const links = new Map<string, LinkTally>()
  const kinds: Kind[] = []
  for (const [index, event] of events.entries()) {
    const { linkId, userId } = event.link
    const kind = event.kind === 'human' ? judge(linkId, event.visitor, event.at) : KIND[event.kind]
    kinds.push(kind)
    event.id ??= clickId(event.at)
    let link = links.get(linkId)
    if (!link) links.set(linkId, (link = new LinkTally(linkId, userId)))
    link.add(event, kind)
    if (isSliceEnd(index)) await setImmediate()
  }
  return { tallies: [...links.values()], kinds }
}
