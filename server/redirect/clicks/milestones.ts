import type { TransactionSql } from '../../platform/db/sql.ts'

/** Number of clicks of a link after a batch, and how many of them the batch added. */
export type Grown = { linkId: string; clicks: number; added: number }

/** Returns the milestones that a batch reached: the first click, then each power of ten. */
export function milestonesPassed({ clicks, added }: Omit<Grown, 'linkId'>): number[] {
  const passed: number[] = []
  for (let stone = 1; stone <= clicks; stone *= 10) {
    if (stone > clicks - added) passed.push(stone)
  }
  return passed
}

/**
 * Maximum number of milestones per job, which limits the payload when many links get their first
 * click.
 */
const IN_ONE_JOB = 500

/**
 * Queues jobs for reached milestones in the transaction that counted the clicks, so that none is
 * lost or sent twice. Uses no statement for a batch without milestones and one for all others.
 */
export async function noteMilestones(tx: TransactionSql, grown: Iterable<Grown>): Promise<void> {
  const reached: [linkId: string, clicks: number][] = []
  for (const link of grown) {
    for (const stone of milestonesPassed(link)) reached.push([link.linkId, stone])
  }
  const payloads: { reached: typeof reached }[] = []
  for (let start = 0; start < reached.length; start += IN_ONE_JOB) {
    payloads.push({ reached: reached.slice(start, start + IN_ONE_JOB) })
  }
  if (payloads.length === 0) return
  await tx`
    select graphile_worker.add_job('milestones', payload)
    from json_array_elements(${JSON.stringify(payloads)}::text::json) as payload`
}
