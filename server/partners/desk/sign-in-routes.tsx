import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { formToken } from '../../platform/http/csrf.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import { readOwnForm } from '../../platform/http/form-texts.ts'
import { CrossSiteFormError } from '../../platform/http/own-form.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { openSession } from './desk-sessions.ts'
import { keepSession } from './desk-session.tsx'
import { connectDesk } from './oidc/desk-identities.ts'
import { deskOidc } from './oidc/desk-oidc-routes.tsx'
import { findPending, takePending } from './oidc/pending-desk.ts'
import { answerSignatureOptions, askForDeskCode } from './people/ask-for-code.tsx'
import { hasFactor } from './people/people.ts'
import { ownerOfLink } from './sign-in-links.ts'
import { AskForLinkPage, ForeignFormPage, LinkAskedPage, OpenDeskPage } from './sign-in-pages.tsx'

const keyLimitOf = (c: Context<AppEnv>) =>
  ({ limit: 'deskKeysByAddress', of: clientAddressGroup(c) }) as const

/** Routes of /desk/sign-in: sign-in with a one-time link. */
export const deskSignIn = new Hono<AppEnv>()
  .get('/', (c) => showLinkForm(c, c.req.query('out') === undefined ? 'start' : 'out', 200))

  .post('/', async (c) => {
    const form = await readOwnForm(c)
    if (!form) return answerPage(c, <ForeignFormPage />, 403)
    await countAttempt(c.var.deps, { limit: 'mailByAddress', of: clientAddressGroup(c) })
    const { email = '' } = form
    const read = v.safeParse(Email, email)
    if (!read.success) {
      const errors = { email: [read.issues[0].message] }
      return answerPage(
        c,
        <AskForLinkPage {...viewOf(c)} about="start" email={email.slice(0, 254)} errors={errors} />,
        400,
      )
    }
    await queueMail(c, read.output)
    return answerPage(c, <LinkAskedPage email={read.output} />)
  })

  .route('/oidc', deskOidc)

  .get('/:key', async (c) => {
    const owner = await ownerOfLink(c.var.deps.db, c.req.param('key'))
    if (!owner) return respondLinkEnded(c)
    const { oidc } = c.var.deps.config
    const identity = oidc ? await findPending(c) : undefined
    const connects = oidc && identity ? { name: oidc.name, email: identity.email } : undefined
    const view = { name: owner.brandName, action: c.req.path, csrf: formToken(c), connects }
    return answerPage(c, <OpenDeskPage {...view} />)
  })

  .post('/:key', async (c) => {
    const form = await readOwnForm(c)
    if (!form) return answerPage(c, <ForeignFormPage />, 403)
    const { connect } = form
    const owner = await ownerOfLink(c.var.deps.db, c.req.param('key'))
    if (!owner) return respondLinkEnded(c)
    const hidden = { csrf: formToken(c), connect }
    const view = { action: c.req.path, options: `${c.req.path}/options`, hidden }
    const asking = await askForDeskCode(c, owner.person, form, view)
    if (asking) return asking
    const proof = { isProven: hasFactor(owner.person) }
    const token = await openSession(
      c.var.deps.db,
      c.req.param('key'),
      proof,
      async (tx, person) => {
        const identity = connect === undefined ? undefined : await takePending(c, tx)
        if (identity) await connectDesk(tx, person, identity)
      },
    )
    if (token === undefined) return respondLinkEnded(c)
    keepSession(c, token)
    return c.redirect('/desk/partners', 303)
  })

  .post('/:key/options', async (c) => {
    if (!(await readOwnForm(c))) throw new CrossSiteFormError()
    const owner = await ownerOfLink(c.var.deps.db, c.req.param('key'))
    return owner ? answerSignatureOptions(c, owner.person) : respondLinkEnded(c)
  })

/** Queues the email. If too many were requested, it sends nothing and the answer stays the same. */
async function queueMail(c: Context<AppEnv>, email: string): Promise<void> {
  const { deps } = c.var
  try {
    await countAttempt(deps, { limit: 'mailByAccount', of: `desk ${email}` })
  } catch (error) {
    if (error instanceof ThrottledError) return
    throw error
  }
  await deps.jobs.add(deps.db, 'desk-mail', { email })
}

/**
 * Answers that the link has ended. Used, expired and unknown links get the same answer, so guessing
 * reveals nothing.
 */
async function respondLinkEnded(c: Context<AppEnv>): Promise<Response> {
  await countAttempt(c.var.deps, keyLimitOf(c))
  return showLinkForm(c, 'ended', 410)
}

const viewOf = (c: Context<AppEnv>) => ({
  csrf: formToken(c),
  delivery: c.var.deps.mail.delivery,
  provider: c.var.deps.config.oidc?.name,
  takesApplications: c.var.deps.config.deskApply,
})

const showLinkForm = (c: Context<AppEnv>, about: 'start' | 'ended' | 'out', status: 200 | 410) =>
  answerPage(c, <AskForLinkPage {...viewOf(c)} about={about} />, status)
