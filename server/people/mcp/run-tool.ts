import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Deps } from '../../env.ts'
import type { Caller } from '../api-keys/key-auth.ts'
import type { CallApi } from './api-caller.ts'
import { askForApproval, NotApproved, spendApproval } from './approvals.ts'
import { inputOf, InvalidArguments, requestOf } from './tool-request.ts'
import { NOTICE, toFailure, toResult } from './tool-result.ts'
import { needsApproval, type Tool } from './tools.ts'

export type ToolCaller = { deps: Deps; caller: Caller; callApi: CallApi }

/** Runs a tool: makes its call, tries it out, or asks for the user's approval. */
export async function runTool(
  { deps, caller, callApi }: ToolCaller,
  tool: Tool,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  try {
    const input = inputOf(args)
    const request = requestOf(tool, input)
    const { dry_run: dryRun, approval_id: approvalId } = args
    if (dryRun !== undefined && (typeof dryRun !== 'boolean' || !tool.isWrite))
      throw new InvalidArguments({ dry_run: ['This value is not valid.'] })
    if (dryRun === true) return await answerOf(await callApi(request, { isDryRun: true }), true)
    if (!needsApproval(tool, input)) return await answerOf(await callApi(request))
    const change = { call: tool.call.name, input }
    if (approvalId !== undefined) {
      await spendApproval(deps.db, caller, approvalId, change)
      return await answerOf(await callApi(request))
    }
    // Only a change that is possible is worth asking for.
    const tried = await callApi(request, { isDryRun: true })
    if (!tried.ok) return await answerOf(tried)
    const approval = await askForApproval(deps.db, caller, change)
    return toResult(undefined, {
      notice: APPROVAL_NOTICE,
      approval: {
        id: approval.id,
        url: `${deps.config.appOrigin}/settings/developers/approvals/${approval.id}`,
        expires_at: approval.expiresAt.toISOString(),
      },
    })
  } catch (error) {
    if (error instanceof InvalidArguments) return toFailure(400, error.errors)
    if (error instanceof NotApproved) return toFailure(403, { approval_id: [error.message] })
    throw error
  }
}

const APPROVAL_NOTICE =
  'Nothing has changed yet. Ask the user to open the url and to approve. Then call this tool again with the same arguments and approval_id.'

async function answerOf(answer: Response, isDryRun = false): Promise<CallToolResult> {
  const text = await answer.text()
  const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
  if (!answer.ok) return toFailure(answer.status, body?.['errors'] ?? {})
  return toResult(body, {
    notice: isDryRun
      ? `Nothing has changed. This is what the call would return. ${NOTICE}`
      : NOTICE,
    ...(isDryRun && { is_dry_run: true }),
  })
}
