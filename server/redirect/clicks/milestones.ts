import type { TransactionSql } from '../../platform/db/sql.ts'

/** Number of clicks of a link after a batch, and how many of them the batch added. */
export type LinkGrowth = { linkId: string; clicks: number; added: number }

/** Returns the milestones that a batch reached: the first click, then each power of ten. */
export function reachedMilestones({ clicks, added }: Omit<LinkGrowth, 'linkId'>): number[] {
  const passed: number[] = []
  for (let milestone = 1; milestone <= clicks; milestone *= 10) {
    if (milestone > clicks - added) passed.push(milestone)
  }
  return passed
}

/**
 * Maximum number of milestones per job, which limits the payload when many links get their first
 * click.
 */
const MAX_PER_JOB = 500

/**
 * Queues jobs for reached milestones in the transaction that counted the clicks, so that none is
 * lost or sent twice. Uses no statement for a batch without milestones and one for all others.
 */
export async function queueMilestones(
  tx: TransactionSql,
  grown: Iterable<LinkGrowth>,
): Promise<void> {
  const reached: [linkId: string, clicks: number][] = []
  for (const link of grown) {
    for (const stone of reachedMilestones(link)) reached.push([link.linkId, stone])
  }
  const payloads: { reached: typeof reached }[] = []
  for (let start = 0; start < reached.length; start += MAX_PER_JOB) {
    payloads.push({ reached: reached.slice(start, start + MAX_PER_JOB) })
  }
  if (payloads.length === 0) return
  await tx`
    select graphile_worker.add_job('milestones', payload)
    from json_array_elements(${JSON.stringify(payloads)}::text::json) as payload`
}
