import { Hono, type Context } from 'hono'
import { ApprovalDecision, type Approval } from '#contract/developers/approvals.ts'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import type { AppEnv, UserEnv } from '../../env.ts'
import { body } from '../../platform/http/validate.ts'
import { signedIn } from '../accounts/signed-in.ts'
import { apiCaller, type CallApi } from './api-caller.ts'
import { decideApproval, findApproval, stateOf } from './approvals.ts'
import { describeFields, describeSubject } from './describe-change.ts'

/** Routes of /v2/my/approvals. */
export const approvalRoutes = (app: Hono<AppEnv>): Hono<UserEnv> =>
  new Hono<UserEnv>()
    .use(signedIn)

    .get('/:id', async (c) => {
      const row = await findApproval(c.var.deps.db, c.var.user.id, c.req.param('id'))
      return c.json({ result: await toApproval(row, asUser(app, c)) })
    })

    .post('/:id/decision', body(ApprovalDecision), async (c) => {
      const { approve } = c.req.valid('json')
      const row = await decideApproval(c.var.deps.db, c.var.user.id, c.req.param('id'), approve)
      return c.json({ result: await toApproval(row, asUser(app, c)) })
    })

/** Returns a function that reads with the user's own session what the change is about. */
const asUser = (app: Hono<AppEnv>, c: Context<UserEnv>): CallApi =>
  apiCaller(app, c as unknown as Context<AppEnv>, {
    [TOKEN_HEADER]: c.req.header(TOKEN_HEADER) ?? '',
  })

async function toApproval(
  row: Awaited<ReturnType<typeof findApproval>>,
  callApi: CallApi,
): Promise<Approval> {
  const input = JSON.parse(row.input) as Record<string, unknown>
  const call = PUBLIC_CALLS.find(({ name }) => name === row.call)
  return {
    id: row.id,
    asked_by: row.askedBy,
    action: call?.summary ?? row.call,
    subject: call ? await describeSubject(callApi, call, input) : null,
    fields: await describeFields(callApi, input),
    state: stateOf(row),
    expires_at: row.expiresAt.toISOString(),
  }
}
