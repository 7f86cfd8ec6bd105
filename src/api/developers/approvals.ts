import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { Approval } from '#contract/developers/approvals.ts'
import { parseResult, http } from '#http/client.ts'

const APPROVALS = `${V2}/approvals`

/** Returns a change that an assistant wants to make. */
export const getApproval = (id: string, options: Options = {}): Promise<Approval> =>
  parseResult(http.get(`${APPROVALS}/${id}/`, options), Approval, options)

/** Approves or rejects a change and returns its new state. */
export const decideApproval = (
  id: string,
  approve: boolean,
  options: Options = {},
): Promise<Approval> =>
  parseResult(
    http.post(`${APPROVALS}/${id}/decision/`, { json: { approve }, ...options }),
    Approval,
    options,
  )
