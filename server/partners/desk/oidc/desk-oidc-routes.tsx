import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { newSecret } from '../../../people/accounts/one-time-keys.ts'
import { leaveForProvider, withProblems } from '../../../people/oidc/answers.tsx'
import {
  finishFlow,
  peekStep,
  requireProvider,
  storeStep,
  takeStep,
} from '../../../people/oidc/flows.ts'
import { OidcProblem } from '../../../people/oidc/oidc-problem.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import { browserId, formToken } from '../../../platform/http/csrf.ts'
import { readOwnForm } from '../../../platform/http/form-texts.ts'
import { CrossSiteFormError } from '../../../platform/http/own-form.ts'
import { keepSession, type DeskEnv } from '../desk-session.tsx'
import { personOfSession, openSessionOf } from '../desk-sessions.ts'
import { desksOfIdentity, connectDesk } from './desk-identities.ts'
import { ChooseBrandPage, DeskAccountsPage, NewDeskPage } from './desk-oidc-pages.tsx'
import { answerSignatureOptions, askForDeskCode } from '../people/ask-for-code.tsx'
import { findPerson, hasFactor, type DeskPerson } from '../people/people.ts'
import type { PersonKey } from '../sign-in-links.ts'
import { keepPending } from './pending-desk.ts'

type PageContext = Context<AppEnv>

/** Path to which the provider sends brands back. */
const CALLBACK = '/desk/sign-in/oidc/callback'

const CODE_PATH = '/desk/sign-in/oidc/code'

const BACK = {
  back: { href: '/desk/sign-in', text: 'Back to sign in' },
  other: 'You can also sign in with a link by email.',
}

/** Routes of /desk/sign-in/oidc: sign-in of brands with the OpenID Connect provider. */
export const deskOidc = new Hono<AppEnv>()
  .use((c, next) => (c.var.deps.config.oidc ? next() : Promise.resolve(c.notFound())))

  .post('/', (c) =>
    withProblems(c, BACK, async () => {
      if (!(await readOwnForm(c))) throw new CrossSiteFormError()
      return leaveForProvider(c, { callback: CALLBACK }, { is: 'desk' })
    }),
  )

  .get('/callback', (c) => withProblems(c, BACK, () => comeBack(c)))

  .post('/code', (c) => withProblems(c, BACK, () => enterCode(c)))

  .post('/code/options', (c) =>
    withProblems(c, BACK, async () => answerSignatureOptions(c, (await pendingPerson(c)).person)),
  )

  .post('/open', (c) =>
    withProblems(c, BACK, async () => {
      const form = await readOwnForm(c)
      if (!form) throw new CrossSiteFormError()
      const { db } = c.var.deps
      const where = { key: form['link'] ?? '', browser: browserId(c) }
      const step = await takeStep(db, where, 'new-desk')
      const own = step ? await desksOfIdentity(db, step.identity) : []
      const desk = own.find(({ brandId }) => brandId === form['brand'])
      if (!desk) throw new OidcProblem('ended')
      return openDesk(c, desk)
    }),
  )

/** Opens the desk of a known person, connects the account, or asks for a sign-in link. */
async function comeBack(c: PageContext): Promise<Response> {
  const { deps } = c.var
  const { db } = deps
  const { step, identity } = await finishFlow(c, CALLBACK, 'desk', 'connect-desk')
  if (step.is === 'connect-desk') {
    const person = await personOfSession(db, step.sessionId)
    if (person === undefined) throw new OidcProblem('ended')
    await connectDesk(db, person, identity)
    return c.redirect('/desk/accounts', 303)
  }
  const desks = await desksOfIdentity(db, identity)
  const [only, ...others] = desks
  if (only && others.length === 0) {
    await connectDesk(db, only, identity)
    return openDesk(c, only)
  }
  const csrf = formToken(c)
  if (only) {
    const link = newSecret()
    await storeStep(db, { key: link, browser: csrf }, { is: 'new-desk', identity })
    return answerPage(c, <ChooseBrandPage {...{ csrf, link, desks }} />)
  }
  await keepPending(db, csrf, identity)
  const { name } = requireProvider(deps)
  const { delivery } = deps.mail
  return answerPage(c, <NewDeskPage {...{ csrf, name, delivery }} email={identity.email} />)
}

/** Signs in, or asks for a code or passkey if the person has a second factor. */
async function openDesk(c: PageContext, key: PersonKey): Promise<Response> {
  const { db } = c.var.deps
  const person = await findPerson(db, key.id)
  if (!person) throw new OidcProblem('ended')
  const [link, csrf] = [newSecret(), formToken(c)]
  const asking = await askForDeskCode(c, person, {}, viewOf(csrf, link))
  if (!asking) return signIn(c, person)
  await storeStep(db, { key: link, browser: csrf }, { is: 'desk-code', personId: person.id })
  return asking
}

const viewOf = (csrf: string, link: string) => ({
  action: CODE_PATH,
  options: `${CODE_PATH}/options`,
  hidden: { csrf, link },
})

/** Returns the person whom the provider has named in this browser, with the form. */
async function pendingPerson(c: PageContext) {
  const form = await readOwnForm(c)
  if (!form) throw new CrossSiteFormError()
  const { db } = c.var.deps
  const where = { key: form['link'] ?? '', browser: browserId(c) }
  const step = await peekStep(db, where, 'desk-code')
  const person = step && (await findPerson(db, step.personId))
  if (!person) throw new OidcProblem('ended')
  return { person, form, where }
}

/** Signs in with the code or passkey of the person whom the provider has named in this browser. */
async function enterCode(c: PageContext): Promise<Response> {
  const { person, form, where } = await pendingPerson(c)
  const view = viewOf(formToken(c), where.key)
  const asking = await askForDeskCode(c, person, form, view)
  if (asking) return asking
  if (!(await takeStep(c.var.deps.db, where, 'desk-code'))) throw new OidcProblem('ended')
  return signIn(c, person)
}

async function signIn(c: PageContext, person: DeskPerson): Promise<Response> {
  keepSession(c, await openSessionOf(c.var.deps.db, person, { isProven: hasFactor(person) }))
  return c.redirect('/desk/partners', 303)
}

const plain = (c: Context<DeskEnv>) => c as unknown as PageContext

/** Routes of /desk/accounts: accounts at the provider that open the desk. */
export const deskAccounts = new Hono<DeskEnv>()
  .use((c, next) => (c.var.deps.config.oidc ? next() : Promise.resolve(c.notFound())))

  .get('/', async (c) => {
    const { desk } = c.var
    const rows = await desk.books.accounts.list()
    return answerPage(plain(c), <DeskAccountsPage desk={desk} rows={rows} />)
  })

  .post('/connect', (c) =>
    withProblems(plain(c), { back: { href: '/desk/accounts', text: 'Back' } }, () =>
      leaveForProvider(
        plain(c),
        { callback: CALLBACK },
        { is: 'connect-desk', sessionId: c.var.desk.sessionId },
      ),
    ),
  )

  .post('/disconnect', async (c) => {
    await c.var.desk.books.accounts.disconnect(c.var.form['id'] ?? '')
    return c.redirect('/desk/accounts', 303)
  })
