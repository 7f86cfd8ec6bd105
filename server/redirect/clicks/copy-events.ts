import type { TransactionSql } from '../../platform/db/sql.ts'
import type { ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'

/** Inserts events with COPY, which takes a third less database time than an INSERT of many rows. */
export const copyEvents = (tx: TransactionSql, copies: Uint8Array[]): Promise<void> =>
  tx.copyIn(
    'copy click_events (link_id, id, brand_id, at, kind, visitor, referrer, device, country, facets) from stdin',
    copies,
  )

/**
 * Returns one line of the COPY input. An own click identifies the link owner, so it is stored
 * without the visitor id. Otherwise it would reveal which links of other creators the owner opened
 * that day.
 *
 * Tabs and line ends are separators. No value can contain one: each is an id, a number or a plain
 * name.
 */
export function copyLine(id: string, event: ClickEvent, kind: Kind): string {
  const { link, at, referrer, device, country, facets } = event
  const visitor = kind === KIND.own ? '' : event.visitor
  return `${link.linkId}\t${id}\t${link.brandId ?? '\\N'}\t${isoTime(at)}\t${kind}\t${visitor}\t${referrer}\t${device}\t${country}\t${facets}\n`
}

/** Returns the lines without those of deleted links. */
export function withoutLinks(copy: Uint8Array, deletedLinks: ReadonlySet<string>): Uint8Array {
  const lines = Buffer.from(copy).toString('latin1').split('\n')
  const left = lines.filter((line) => !deletedLinks.has(line.split('\t', 1)[0] ?? ''))
  return Buffer.from(left.join('\n'), 'latin1')
}

/**
 * Returns the time in ISO format. The latest result is cached, because many clicks share a
 * millisecond.
 */
function isoTime(at: number): string {
  if (at !== latest.at) latest = { at, iso: new Date(at).toISOString() }
  return latest.iso
}
let latest = { at: Number.NaN, iso: '' }
