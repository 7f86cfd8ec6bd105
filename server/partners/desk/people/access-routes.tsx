import { Hono, type Context } from 'hono'
import type { FieldErrors } from '#contract/common.ts'
import type { AppEnv } from '../../../env.ts'
import { RecoveryCodesPage } from '../../../people/factors/code-parts.tsx'
import { passkeyRoutes, type PasskeyEnv } from '../../../people/factors/passkeys/passkey-routes.tsx'
import { isTotpSecret } from '../../../people/factors/totp.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { Html } from '../../../platform/html/text-of.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import type { Desk, DeskEnv } from '../desk-session.tsx'
import { ACCESS_PATH, AccessPage, DeskAppPage } from './access-pages.tsx'
import { hasFactor } from './people.ts'

type DeskContext = Context<DeskEnv>

const answer = (c: DeskContext, page: Html, status: 200 | 400 = 200) =>
  answerPage(c as unknown as Context<AppEnv>, page, status)

const passkeysOf = (c: DeskContext) => {
  const { sessionId, isProven, books } = c.var.desk
  return books.access.passkeys({ sessionId, isProven, onChange: (name) => c.set('subject', name) })
}

const passkeys = new Hono<DeskEnv & PasskeyEnv>()
  .use((c, next) => {
    const desk = c as unknown as DeskContext
    c.set('own', { passkeys: passkeysOf(desk), csrf: c.var.desk.csrf })
    return next()
  })
  .route(
    '/',
    passkeyRoutes({
      home: ACCESS_PATH,
      lead: 'Confirm your sign-ins and changes with your fingerprint, face or screen lock.',
    }),
  )

/** Returns whether a person without an app can set one up now. */
const canAddApp = ({ person, isProven }: Desk): boolean =>
  person.email !== '' && (isProven || !hasFactor(person))

const TOO_LATE = { code: ['This page was open for too long. Start again.'] }

/** Routes of /desk/account: the person's own access and second factors. */
export const deskAccess = new Hono<DeskEnv>()
  .get('/', (c) => showAccess(c))

  .route('/passkeys', passkeys)

  .post('/app/new', (c) => Promise.resolve(c.redirect(`${ACCESS_PATH}/app`, 303)))

  .get('/app', (c) => {
    const { desk } = c.var
    if (desk.person.sealedSecret !== null || !canAddApp(desk))
      return Promise.resolve(c.redirect(ACCESS_PATH, 303))
    return showApp(c, desk.books.access.newSecret())
  })

  .post('/app', (c) => {
    const { form, desk } = c.var
    const { code = '' } = form
    const { access } = desk.books
    const secret = isTotpSecret(form['secret']) ? form['secret'] : access.newSecret()
    if (desk.person.email === '') return Promise.resolve(c.redirect(ACCESS_PATH, 303))
    if (!canAddApp(desk)) return showAccess(c, TOO_LATE)
    return withErrors(
      async () => showCodes(c, await access.start(desk.sessionId, { secret, code })),
      (errors) => showApp(c, secret, errors),
    )
  })

  .post('/app/remove', async (c) => showCodes(c, await c.var.desk.books.access.remove()))

  .post('/codes', async (c) => showCodes(c, await c.var.desk.books.access.renewCodes()))

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
  const list = await passkeysOf(c).list()
  return answer(
    c,
    <AccessPage {...{ desk, codesLeft, errors }} passkeys={list} />,
    errors ? 400 : 200,
  )
}

/** Shows new recovery codes, or the own access if there are none. */
const showCodes = (c: DeskContext, codes: string[]) =>
  codes.length === 0
    ? c.redirect(ACCESS_PATH, 303)
    : answer(c, <RecoveryCodesPage {...{ codes, href: ACCESS_PATH, text: 'Done' }} />)

function showApp(c: DeskContext, secret: string, errors?: FieldErrors): Promise<Response> {
  const { csrf, person } = c.var.desk
  const page = <DeskAppPage {...{ csrf, secret, errors }} email={person.email} />
  return answer(c, page, errors ? 400 : 200)
}
