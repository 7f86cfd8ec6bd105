import * as v from 'valibot'
import { Uuid } from '../common.ts'

/** US dollars with at most two decimals; below zero only where something was reversed. */
export const Money = v.number()

/** Where money comes from, as a row says it. */
export const EarningBrand = v.object({
  uuid: Uuid,
  name: v.string(),
  logo_url: v.nullable(v.string()),
})
export type EarningBrand = v.InferOutput<typeof EarningBrand>
