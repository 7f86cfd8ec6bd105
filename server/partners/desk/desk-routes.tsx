import { Hono, type Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from '../../env.ts'
import { answerFailure } from '../../platform/html/failed-page.tsx'
import { answerPage } from '../../platform/html/foot.tsx'
import { ThrottledError } from '../../platform/http/errors.ts'
import { CrossSiteFormError } from '../../platform/http/own-form.ts'
import { serveStyle } from '../../platform/html/serve-style.ts'
import { workHeaders } from '../../platform/http/work-headers.ts'
import { deskApply } from './apply/apply-routes.tsx'
import { deskCodes } from '../codes/codes-routes.tsx'
import { dropSession, requireDeskSession, type DeskEnv } from './desk-session.tsx'
import { style } from './layout.tsx'
import { deskMessages } from './messages-routes.tsx'
import { deskNumbers } from './numbers-routes.tsx'
import { requireDeskRole } from './people/desk-role.ts'
import { deskAccess } from './people/access-routes.tsx'
import { deskPeopleRoutes } from './people/people-routes.tsx'
import { deskSignIn } from './sign-in-routes.tsx'
import { ForeignFormPage, NotAllowedPage, NothingHerePage, TooManyPage } from './sign-in-pages.tsx'
import { deskAccounts } from './oidc/desk-oidc-routes.tsx'
import { deskShop } from '../connectors/setup-routes.tsx'
import { deskWebhooks } from './webhooks-routes.tsx'

/** Routes that need a signed-in person whose role allows them. */
const signedInRoutes = new Hono<DeskEnv>()
  .use(requireDeskSession)
  .use(requireDeskRole)
  .get('/', (c) => c.redirect('/desk/partners', 303))
  .post('/sign-out', async (c) => {
    await c.var.desk.books.signOut(c.var.desk.sessionId)
    return signedOut(c)
  })
  .post('/sign-out/everywhere', async (c) => {
    await c.var.desk.books.signOutEverywhere()
    return signedOut(c)
  })
  .route('/', deskNumbers)
  .route('/messages', deskMessages)
  .route('/webhooks', deskWebhooks)
  .route('/shop', deskShop)
  .route('/codes', deskCodes)
  .route('/accounts', deskAccounts)
  .route('/people', deskPeopleRoutes)
  .route('/account', deskAccess)
  .all('*', (c) => answerPage(c as unknown as Context<AppEnv>, <NothingHerePage />, 404))

function signedOut(c: Context<DeskEnv>): Response {
  dropSession(c as unknown as Context<AppEnv>)
  return c.redirect('/desk/sign-in?out', 303)
}

/** Routes of /desk: statistics and messages of a brand. */
export const desk = new Hono<AppEnv>()
  .get('/assets/:name', serveStyle(style))
  .use(workHeaders)
  .route('/sign-in', deskSignIn)
  .route('/apply', deskApply)
  .route('/', signedInRoutes)

desk.onError((error, c) => {
  if (error instanceof ThrottledError) {
    c.header('Retry-After', String(error.seconds))
    return answerPage(c, <TooManyPage />, 429)
  }
  if (error instanceof CrossSiteFormError) return answerPage(c, <ForeignFormPage />, 403)
  if (error instanceof HTTPException && error.status === 403)
    return answerPage(c, <NotAllowedPage />, 403)
  if (error instanceof HTTPException && error.status === 404)
    return answerPage(c, <NothingHerePage />, 404)
  return answerFailure(error, c)
})
