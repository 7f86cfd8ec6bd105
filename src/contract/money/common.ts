import * as v from 'valibot'
import { Uuid } from '../common.ts'

/** US dollars with at most two decimals. Negative only after a reversal. */
export const Money = v.number()

/** Brand that an amount comes from. */
export const EarningBrand = v.object({
  uuid: Uuid,
  name: v.string(),
  logo_url: v.nullable(v.string()),
})
export type EarningBrand = v.InferOutput<typeof EarningBrand>
