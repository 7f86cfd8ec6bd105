import { Hono, type Context } from 'hono'
import type { FieldErrors } from '#contract/common.ts'
import type { AppEnv } from '../../../env.ts'
import { RecoveryCodesPage } from '../../../people/factors/code-parts.tsx'
import { isTotpSecret } from '../../../people/factors/totp.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { Html } from '../../../platform/html/text-of.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import type { DeskEnv } from '../desk-session.tsx'
import { AccessPage, DeskAppPage } from './access-pages.tsx'

type DeskContext = Context<DeskEnv>

const answer = (c: DeskContext, page: Html, status: 200 | 400 = 200) =>
  answerPage(c as unknown as Context<AppEnv>, page, status)

/** Routes of /desk/account: the person's own access and second factor. */
export const deskAccess = new Hono<DeskEnv>()
  .get('/', (c) => showAccess(c))

  .get('/app', (c) => {
    const { person, books } = c.var.desk
    if (person.email === '' || person.sealedSecret !== null)
      return Promise.resolve(c.redirect('/desk/account', 303))
    return showApp(c, books.access.newSecret())
  })

  .post('/app', (c) => {
    const { form, desk } = c.var
    const { code = '' } = form
    const secret = isTotpSecret(form['secret']) ? form['secret'] : desk.books.access.newSecret()
    if (desk.person.email === '') return Promise.resolve(c.redirect('/desk/account', 303))
    return withErrors(
      async () => showCodes(c, await desk.books.access.start(secret, code)),
      (errors) => showApp(c, secret, errors),
    )
  })

  .post('/app/remove', (c) => {
    const { desk, form } = c.var
    return withErrors(
      async () => {
        await desk.books.access.remove(desk.sessionId, form['code'] ?? '')
        return c.redirect('/desk/account', 303)
      },
      (errors) => showAccess(c, errors),
    )
  })

  .post('/codes', (c) => {
    const { desk, form } = c.var
    return withErrors(
      async () => {
        const codes = await desk.books.access.renewCodes(desk.sessionId, form['code'] ?? '')
        return showCodes(c, codes)
      },
      (errors) => showAccess(c, errors),
    )
  })

/** Shows the form again if a field is wrong. */
async function withErrors(
  work: () => Promise<Response>,
  again: (errors: FieldErrors) => Response | Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    return again(error.errors)
  }
}

async function showAccess(c: DeskContext, errors?: FieldErrors): Promise<Response> {
  const { desk } = c.var
  const codesLeft = await desk.books.access.codesLeft()
  return answer(c, <AccessPage {...{ desk, codesLeft, errors }} />, errors ? 400 : 200)
}

const showCodes = (c: DeskContext, codes: string[]) =>
  answer(c, <RecoveryCodesPage {...{ codes, href: '/desk/account', text: 'Done' }} />)

function showApp(c: DeskContext, secret: string, errors?: FieldErrors): Promise<Response> {
  const { csrf, person } = c.var.desk
  const page = <DeskAppPage {...{ csrf, secret, errors }} email={person.email} />
  return answer(c, page, errors ? 400 : 200)
}
