import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import {
  OneParameterSet,
  ParameterSet,
  type NewParameterSet,
  type ParameterSetEdit,
} from '#contract/links/parameter-sets.ts'
import { http, parseAnswer, withKey, type Keyed } from '#http/client.ts'
import { rowsOf } from '../list-answers.ts'

const ROOT = `${V2}/parameter-sets/`
const ListAnswer = v.object({ results: rowsOf(ParameterSet) })

/** Returns all parameter sets by name. Their maximum number fits into one answer. */
export const listParameterSets = async (options: Options = {}): Promise<ParameterSet[]> =>
  (await parseAnswer(http.get(ROOT, options), ListAnswer, options)).results

/** Creates a parameter set. Requests with the same `key` create only one. */
export const createParameterSet = async (
  json: NewParameterSet,
  options: Keyed,
): Promise<ParameterSet> => {
  const call = http.post(ROOT, { json, ...withKey(options) })
  return (await parseAnswer(call, OneParameterSet, options)).result
}

export const editParameterSet = async (
  uuid: string,
  json: ParameterSetEdit,
  options: Options = {},
): Promise<ParameterSet> => {
  const call = http.patch(`${ROOT}${uuid}/`, { json, ...options })
  return (await parseAnswer(call, OneParameterSet, options)).result
}

export async function deleteParameterSet(uuid: string, options: Options = {}): Promise<void> {
  await http.delete(`${ROOT}${uuid}/`, options)
}
