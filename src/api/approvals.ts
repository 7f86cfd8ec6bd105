import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { result } from '#contract/common.ts'
import { Approval } from '#contract/developers/approvals.ts'
import { parseAnswer, http } from '#http/client.ts'

const APPROVALS = `${V2}/approvals`

/** Returns a change that an assistant wants to make. */
export const getApproval = async (id: string, options: Options = {}): Promise<Approval> => {
  const call = http.get(`${APPROVALS}/${id}/`, options)
  return (await parseAnswer(call, result(Approval), options)).result
}

/** Approves or rejects a change and returns its new state. */
export const decideApproval = async (
  id: string,
  approve: boolean,
  options: Options = {},
): Promise<Approval> => {
  const call = http.post(`${APPROVALS}/${id}/decision/`, { json: { approve }, ...options })
  return (await parseAnswer(call, result(Approval), options)).result
}
