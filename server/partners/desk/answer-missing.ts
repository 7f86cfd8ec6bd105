import * as v from 'valibot'
import { text } from '#contract/common.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { toMinor } from '../../money/conversions/amounts.ts'
import type { Deps } from '../../env.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import { acceptAsBrand, declineMissingSale } from '../../money/missing-sales/answer-missing-sale.ts'
import { isMissingAt } from './orders.ts'

/** Result of an answer. `none`: the sale is not of this brand. */
export type MissingSaleAnswer = 'none' | { problem: string } | 'done'

const Reason = v.pipe(
  text(500),
  v.transform((value) => value.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()),
  v.minLength(1, 'Give a reason. The creator can read it.'),
)

/** Answers of a brand to creators who report a missing sale. */
export function missingSaleActions(deps: Deps, brand: BrandRow) {
  const { db } = deps

  /** Returns whether the sale is of this brand. Counts the answer against its limit of calls. */
  async function canAnswer(id: number): Promise<boolean> {
    await countAttempt(deps, { limit: 'postbacksByBrand', of: brand.id })
    return isMissingAt(db, brand, id)
  }

  return {
    /** Turns the missing sale into an order with the given amount in dollars. */
    async accept(id: number, amount: string): Promise<MissingSaleAnswer> {
      if (!(await canAnswer(id))) return 'none'
      const cents = toMinor(amount, 'USD')
      if (!cents) return { problem: 'Enter the amount of the order in dollars, like 80.00.' }
      const answered = await acceptAsBrand(db, { brand, id, cents, at: new Date() })
      return 'problem' in answered ? { problem: answered.problem } : 'done'
    },
    async decline(id: number, why: string): Promise<MissingSaleAnswer> {
      if (!(await canAnswer(id))) return 'none'
      const read = v.safeParse(Reason, why)
      if (!read.success) return { problem: read.issues[0].message }
      const wasOpen = await declineMissingSale(db, id, { why: read.output, at: new Date() })
      return wasOpen ? 'done' : { problem: 'This report has already been answered.' }
    },
  }
}
