import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import type { ClickEvent } from './events.ts'
import { KIND, type Kind } from './kinds.ts'

/**
 * COPY takes a third less of the database's time than an INSERT of many rows. The driver never says
 * that a COPY failed, but the transaction knows: its next statement is refused then.
 */
export async function copyEvents(tx: TransactionSql, copies: Uint8Array[]): Promise<void> {
  const stream = await tx`
    copy click_events (link_id, id, brand_id, at, kind, visitor, referrer, device) from stdin`.writable()
  stream.on('error', () => {})
  for (const copy of copies) {
    await new Promise<void>((resolve, reject) => {
      stream.write(copy, (error) => (error ? reject(error) : resolve()))
    })
  }
  stream.end()
  // Its last message goes out in this turn; the transaction may then go on without its answer.
  await setImmediate()
}

/**
 * An own click says whose it is, so it is kept without the visitor's name: nobody shall find out by it
 * which links of others that person opened on the same day.
 *
 * Tabs and line ends separate: no value can hold one, each is an id, a number or a plain name.
 */
export function copyLine(id: string, event: ClickEvent, kind: Kind): string {
  const { link, at, referrer, device } = event
  const visitor = kind === KIND.own ? '' : event.visitor
  return `${link.linkId}\t${id}\t${link.brandId ?? '\\N'}\t${isoMoment(at)}\t${kind}\t${visitor}\t${referrer}\t${device}\n`
}

/** What is left of such lines without those of links that are gone. */
export function withoutLinks(copy: Uint8Array, gone: ReadonlySet<string>): Uint8Array {
  const lines = Buffer.from(copy).toString('latin1').split('\n')
  const left = lines.filter((line) => !gone.has(line.split('\t', 1)[0] ?? ''))
  return Buffer.from(left.join('\n'), 'latin1')
}

/** Many clicks share their millisecond. */
function isoMoment(at: number): string {
  if (at !== latest.at) latest = { at, iso: new Date(at).toISOString() }
  return latest.iso
}
let latest = { at: Number.NaN, iso: '' }
