import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { hasTerms } from '../../../people/accounts/sign-in/submit-page.tsx'
import { InvalidFormToken, toRefusal } from '../../../people/accounts/login-form.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { formToken } from '../../../platform/http/csrf.ts'
import { formTexts, readOwnForm } from '../../../platform/http/form-texts.ts'
import { clientAddressGroup, countAttempt } from '../../../platform/http/throttle.ts'
import { ForeignFormPage } from '../sign-in-pages.tsx'
import { readApplication, type NewApplication, type TypedApplication } from './application-form.ts'
import {
  ApplicationEndedPage,
  ApplicationSentPage,
  ApplicationStatePage,
  ApplyPage,
  ConfirmApplicationPage,
} from './apply-pages.tsx'
import { applicationOfKey, confirmApplication, storeApplication } from './applications.ts'

type ApplyContext = Context<AppEnv>

/** Routes of /desk/apply, where brands apply. Answers 404 unless `DESK_APPLY` is on. */
export const deskApply = new Hono<AppEnv>()
  .use(async (c, next) => (c.var.deps.config.deskApply ? next() : c.notFound()))

  .get('/', (c) => answerPage(c, <ApplyPage {...formOf(c)} typed={{}} />))

  .post('/', async (c) => {
    const isOwn = (await readOwnForm(c)) !== undefined
    const typed: TypedApplication = formTexts(await c.req.parseBody())
    try {
      if (!isOwn) throw new InvalidFormToken()
      const { application, errors } = readApplication(typed, hasTerms(c))
      if (!application)
        return answerPage(c, <ApplyPage {...{ ...formOf(c), typed, errors }} />, 400)
      await take(c, application)
      const { delivery } = c.var.deps.mail
      return answerPage(c, <ApplicationSentPage email={application.email} delivery={delivery} />)
    } catch (error) {
      const { errors, status } = toRefusal(c, error)
      return answerPage(c, <ApplyPage {...{ ...formOf(c), typed, errors }} />, status)
    }
  })

  .get('/:key', async (c) => {
    const application = await applicationOfKey(c.var.deps.db, c.req.param('key'))
    if (!application) return answerEnded(c)
    if (application.confirmedAt) return answerPage(c, <ApplicationStatePage {...{ application }} />)
    const { brandName } = application
    const view = { csrf: formToken(c), action: c.req.path, brandName }
    return answerPage(c, <ConfirmApplicationPage {...view} />)
  })

  .post('/:key', async (c) => {
    if (!(await readOwnForm(c))) return answerPage(c, <ForeignFormPage />, 403)
    const { db } = c.var.deps
    const key = c.req.param('key')
    await confirmApplication(db, key)
    return (await applicationOfKey(db, key)) ? c.redirect(c.req.path, 303) : answerEnded(c)
  })

const formOf = (c: ApplyContext) => ({ csrf: formToken(c), hasTerms: hasTerms(c) })

/**
 * Stores an application. The limits are the same for each email address, so they do not reveal
 * which addresses belong to a brand.
 */
async function take(c: ApplyContext, application: NewApplication): Promise<void> {
  const { deps } = c.var
  await countAttempt(
    deps,
    { limit: 'applicationsByAddress', of: clientAddressGroup(c) },
    { limit: 'mailByAccount', of: `apply ${application.email}` },
  )
  await storeApplication(deps.db, application)
}

/** Answers that the link has ended. Limits guesses. */
async function answerEnded(c: ApplyContext): Promise<Response> {
  await countAttempt(c.var.deps, { limit: 'deskKeysByAddress', of: clientAddressGroup(c) })
  return answerPage(c, <ApplicationEndedPage />, 410)
}
