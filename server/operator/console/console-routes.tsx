import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { answerFailure } from '../../platform/html/failed-page.tsx'
import { answerPage } from '../../platform/html/foot.tsx'
import { serveStyle } from '../../platform/html/serve-style.ts'
import { ThrottledError } from '../../platform/http/errors.ts'
import { CrossSiteFormError } from '../../platform/http/own-form.ts'
import { workHeaders } from '../../platform/http/work-headers.ts'
import { endStaffSessions, hasStaff } from '../staff/staff.ts'
import { endStaffSession } from '../staff/staff-sessions.ts'
import { consoleBrands } from './brands/brands-routes.tsx'
import { consoleApplications } from './applications/applications-routes.tsx'
import { consoleContent } from './content/content-routes.tsx'
import { consoleActions } from './actions/actions-routes.tsx'
import { consoleAccount } from './account-routes.tsx'
import {
  answer,
  dropStaffSession,
  requireStaffSession,
  type ConsoleContext,
  type ConsoleEnv,
} from './frame/console-session.ts'
import { style } from './frame/layout.tsx'
import { consoleMessages } from './messages/messages-routes.tsx'
import { consoleMoney } from './money/money-routes.tsx'
import { consoleScreens } from './screens/screens-routes.tsx'
import { confirmAtProvider, staffOidc } from './sign-in/provider-routes.tsx'
import { consoleThings } from './things/things-routes.tsx'
import { TextPage } from './sign-in/sign-in-pages.tsx'
import { staffSignIn } from './sign-in/sign-in-routes.tsx'

/**
 * Answers 404 as for an unknown path until the operator has invited somebody or lets the provider
 * name staff.
 */
const hideUnusedConsole: MiddlewareHandler<AppEnv> = async (c, next) =>
  c.var.deps.config.oidc?.adminClaim || (await hasStaff(c.var.deps.db)) ? next() : c.notFound()

/** Routes that need a signed-in member of the staff. */
const signedInRoutes = new Hono<ConsoleEnv>()
  .use(requireStaffSession)
  .get('/', (c) => c.redirect('/console/today', 303))
  .post('/sign-out', async (c) => {
    await endStaffSession(c.var.deps.db, c.var.visit.sessionId)
    return signedOut(c)
  })
  .post('/sign-out/everywhere', async (c) => {
    await endStaffSessions(c.var.deps.db, c.var.visit.member.id)
    return signedOut(c)
  })
  .route('/account', consoleAccount)
  .route('/', consoleScreens)
  .route('/', consoleThings)
  .route('/brands', consoleBrands)
  .route('/applications', consoleApplications)
  .route('/content', consoleContent)
  .route('/money', consoleMoney)
  .route('/messages', consoleMessages)
  .route('/actions', consoleActions)
  .post('/confirm', (c) => confirmAtProvider(c))
  .all('*', (c) => answer(c, <NothingHerePage />, 404))

function signedOut(c: ConsoleContext): Response {
  dropStaffSession(c)
  return c.redirect('/console/sign-in?out', 303)
}

const NothingHerePage = () => (
  <TextPage title="Page not found" text="The console has no such page." isSignedIn />
)

const NotAllowedPage = () => (
  <TextPage title="Not allowed" text="Your role does not allow this." isSignedIn />
)

/** Routes of /console, where staff run the installation. */
export const staffConsole = new Hono<AppEnv>()
  .use(hideUnusedConsole)
  .get('/assets/:name', serveStyle(style))
  .use(workHeaders)
  .route('/', staffSignIn)
  .route('/oidc', staffOidc)
  .route('/', signedInRoutes)

staffConsole.onError((error, c) => {
  if (error instanceof ThrottledError) {
    c.header('Retry-After', String(error.seconds))
    const text = 'Try again in 15 minutes.'
    return answerPage(c, <TextPage title="Too many attempts" text={text} />, 429)
  }
  if (error instanceof CrossSiteFormError) {
    const text = 'The form is from another site or too old. Go back, reload the page and try again.'
    return answerPage(c, <TextPage title="Nothing was changed" text={text} />, 403)
  }
  if (error instanceof HTTPException && error.status === 403)
    return answerPage(c, <NotAllowedPage />, 403)
  if (error instanceof HTTPException && error.status === 404)
    return answerPage(c, <NothingHerePage />, 404)
  return answerFailure(error, c)
})
