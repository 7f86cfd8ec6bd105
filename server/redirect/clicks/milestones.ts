import type { TransactionSql } from '../../platform/db/sql.ts'

/** Of a link: its number of clicks after a batch, and how many of them the batch brought. */
export type Grown = { linkId: string; clicks: number; added: number }

/** The first click, then each power of ten. */
export function milestonesPassed({ clicks, added }: Omit<Grown, 'linkId'>): number[] {
  const passed: number[] = []
  for (let stone = 1; stone <= clicks; stone *= 10) {
    if (stone > clicks - added) passed.push(stone)
  }
  return passed
}

/** So many in one job that an import's worth of first clicks is no large payload. */
const IN_ONE_JOB = 500

/**
 * Leaves word of milestones in the transaction that counted them: never lost, never twice. Costs a
 * batch without any nothing, and one with some a single statement; a job does the telling.
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
