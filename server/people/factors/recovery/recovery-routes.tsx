import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { browserId } from '../../../platform/http/csrf.ts'
import { clientAddressGroup, countAttempt } from '../../../platform/http/throttle.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import * as form from '../../accounts/login-form.ts'
import { peekKey } from '../../accounts/one-time-keys.ts'
import { CodeTooLatePage } from '../code-page.tsx'
import { readLink, startRecovery, type LinkState, type RecoveryLink } from './recoveries.ts'
import {
  AskRecoveryPage,
  RecoveryLinkPage,
  RecoveryResultPage,
  RecoveryStartedPage,
} from './recovery-pages.tsx'
import { followRecoveryLink } from './follow-link.ts'

/** Routes of /multi-connect/recovery. The key of a form is from the right password. */
export const recovery = new Hono<AppEnv>()
  .post('/', (c) =>
    withOwner(c, (_, fields) => (
      <AskRecoveryPage view={form.createView(c, fields)} signInKey={fields.key} />
    )),
  )

  .post('/start', (c) =>
    withOwner(c, async (userId) => {
      const { endsAt } = await startRecovery(c.var.deps, userId)
      return <RecoveryStartedPage endsAt={endsAt} />
    }),
  )

for (const link of ['undo', 'finish'] as const)
  recovery
    .get(`/${link}`, async (c) => {
      const { state } = await readLink(c.var.deps, link, partsOf(c))
      if (state !== 'good') return showResult(c, link, state)
      const { search } = new URL(c.req.url)
      return answerPage(c, <RecoveryLinkPage link={link} action={`${c.req.path}${search}`} />)
    })
    .post(`/${link}`, async (c) =>
      showResult(c, link, await followRecoveryLink(c.var.deps, link, partsOf(c))),
    )

const partsOf = (c: Context<AppEnv>) => ({
  id: c.req.query('id') ?? '',
  key: c.req.query('key') ?? '',
})

/** Shows a page to a person who has just entered the right password in this browser. */
async function withOwner(
  c: Context<AppEnv>,
  page: (userId: string, fields: form.Fields) => ReturnType<typeof CodeTooLatePage>,
): Promise<Response> {
  const fields = await form.postedFields(c)
  try {
    form.requireFormToken(c, fields)
  } catch (error) {
    return showTooLate(c, fields, form.toRefusal(c, error).status)
  }
  const userId = await peekKey(c.var.deps.db, 'second-factor', fields.key ?? '', browserId(c))
  if (userId === undefined) return showTooLate(c, fields, 400)
  return answerPage(c, await page(userId, fields))
}

const showTooLate = (c: Context<AppEnv>, fields: form.Fields, status: form.Refusal['status']) =>
  answerPage(c, <CodeTooLatePage view={form.createView(c, fields)} />, status)

const STATUS_CODES = { done: 200, good: 200, early: 409, closed: 410, unknown: 404 } as const

async function showResult(c: Context<AppEnv>, link: RecoveryLink, state: LinkState) {
  if (state === 'unknown') {
    const of = clientAddressGroup(c)
    await countAttempt(c.var.deps, { limit: 'wrongMailKeysByAddress', of })
  }
  const shown = state === 'good' ? 'done' : state
  return answerPage(c, <RecoveryResultPage link={link} state={shown} />, STATUS_CODES[state])
}
