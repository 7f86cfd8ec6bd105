import { setImmediate } from 'node:timers/promises'
import { addToBrandDays } from '../analytics/add-to-brand-days.ts'
import { addToDays } from '../analytics/add-to-days.ts'
import { addFacets } from '../analytics/add-facets.ts'
import { addToWidgetDays } from '../analytics/add-to-widget-days.ts'
import type { Sql, TransactionSql } from '../../platform/db/sql.ts'
import { clickId } from './click-id.ts'
import { copyEvents, copyLine, withoutLinks } from './copy-events.ts'
import { createJudge } from './duplicates.ts'
import { eventsIn, ownersIn, type ClickEvent } from './events.ts'
import { addToHours, addToLinks, nextChangeNumbers } from './fold-sql.ts'
import { takeBatches, type Batch } from './click-batches.ts'
import { KIND } from './kinds.ts'
import { ClickBuffer } from './click-buffer.ts'
import { queueMilestones } from './milestones.ts'
import { ownVisitorsOf, type OwnVisitors } from './own-visitors.ts'
import { isSliceEnd } from './pace.ts'
import type { RecentVisits, VisitsOfFold } from './recent-visits.ts'
import { tallyOf, type LinkCounters, type Tallies } from './link-counters.ts'
import { countVisits, lastCounted, updateVisits } from './visits-sql.ts'
import { WidgetTallies } from './widget-tallies.ts'
import { knownKinds, visitsIn, type KnownKinds } from './visits.ts'

/**
 * Counts batches in one transaction: events, counters, hours, days and each owner's change number.
 * The sum of the counters therefore always equals the number of events. Owners are locked first and
 * in one order (like `lockPeople`), so that two processes cannot deadlock. Clicks on links that
 * were deleted meanwhile are dropped.
 */
export async function fold(sql: Sql, batches: Batch[], recent: RecentVisits): Promise<void> {
  const visits = recent.begin()
  await sql.begin(async (tx) => {
    const takenBatches = await takeBatches(tx, batches)
    if (takenBatches.length > 0) await count(tx, takenBatches, visits)
  })
  visits.commit()
}

/** Counts one batch after another, so that only one batch's events are in memory. */
async function count(tx: TransactionSql, batches: Batch[], visits: VisitsOfFold) {
  const owners = ownersIn(batches.map(({ lines }) => lines))
  const numbers = await nextChangeNumbers(tx, owners)
  const own = await ownVisitorsOf(tx, owners)
  const tallies: Tallies = new Map()
  const widgets = new WidgetTallies()
  const copies: Uint8Array[] = []
  for (const { lines } of batches) {
    copies.push(await countBatch(tx, eventsIn(lines), { visits, own, tallies, widgets }))
  }
  const all = [...tallies.values()]
  const clickTotals = await addToLinks(tx, all, numbers)
  const existing = all.filter(({ linkId }) => clickTotals.has(linkId))
  const deletedLinks = new Set([...tallies.keys()].filter((linkId) => !clickTotals.has(linkId)))
  await copyEvents(
    tx,
    deletedLinks.size > 0 ? copies.map((copy) => withoutLinks(copy, deletedLinks)) : copies,
  )
  const quarters = existing.flatMap((link) => [...link.quarters()])
  await addToHours(tx, quarters)
  await addToDays(tx, quarters)
  await addFacets(
    tx,
    existing.flatMap((link) => [...link.facets()]),
  )
  await addToBrandDays(
    tx,
    existing.flatMap(({ brands }) => brands),
  )
  await addToWidgetDays(tx, widgets.of(clickTotals))
  await queueMilestones(
    tx,
    existing.map((link) => growthOf(link, clickTotals.get(link.linkId) ?? 0)),
  )
}

const growthOf = ({ linkId, byKind }: LinkCounters, clicks: number) => ({
  linkId,
  clicks,
  added: (byKind[KIND.human] ?? 0) + (byKind[KIND.unique] ?? 0),
})

type FoldState = {
  visits: VisitsOfFold
  own: OwnVisitors
  tallies: Tallies
  widgets: WidgetTallies
}

/** Counts one batch and returns its events as COPY input. */
async function countBatch(
  tx: TransactionSql,
  events: ClickEvent[],
  { visits, own, tallies, widgets }: FoldState,
) {
  const known = await knownKinds(events, visits, own)
  const { judge, later } = await judgeOf(tx, events, known)
  const copy = new ClickBuffer()
  for (const [index, event] of events.entries()) {
    if (isSliceEnd(index)) await setImmediate()
    const { link, visitor, at } = event
    const kind = known[index] ?? judge(link.linkId, visitor, at)
    if (kind === KIND.unique || kind === KIND.human) visits.remember(link.linkId, visitor, at)
    tallyOf(tallies, link).add(event, kind)
    widgets.add(event, kind)
    copy.add(copyLine(event.id ?? clickId(at), event, kind))
  }
  // Visitors who counted again after their first click of the batch.
  await updateVisits(
    tx,
    [...later].map(([linkId, visitor, at]) => ({ linkId, visitor, at })),
  )
  return copy.take().bytes
}

async function judgeOf(
  tx: TransactionSql,
  events: ClickEvent[],
  known: KnownKinds,
): Promise<ReturnType<typeof createJudge>> {
  const { firsts, repeaters } = await visitsIn(events, known)
  const counted = await countVisits(tx, firsts)
  const unclear = repeaters.filter(({ linkId, visitor }) => !counted.has(linkId, visitor))
  return createJudge(counted, await lastCounted(tx, unclear))
}
