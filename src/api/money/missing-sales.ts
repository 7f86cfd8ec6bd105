import type { Options } from 'ky'
import * as v from 'valibot'
import { V1 } from '#contract/app-constants.ts'
import {
  MissingSale,
  MissingSaleAnswer,
  type MissingSaleReport,
} from '#contract/money/missing-sales.ts'
import { parseAnswer, http, withKey, type Keyed } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const MISSING = `${V1}/bank/missing_sales/`
const ListAnswer = v.object({ results: rowsOf(MissingSale) })

/** Returns the latest reports of the user, newest first. */
export const listMissingSales = async (options: Options = {}): Promise<MissingSale[]> =>
  (await parseAnswer(http.get(MISSING, options), ListAnswer, options)).results

/** Reports a missing sale to the operator. */
export const reportMissingSale = async (
  json: MissingSaleReport,
  options: Keyed,
): Promise<MissingSale> => {
  const call = http.post(MISSING, { json, ...withKey(options) })
  return (await parseAnswer(call, MissingSaleAnswer, options)).result
}
