import type { Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { Html } from '../../../platform/html/text-of.ts'
import { linkPending } from '../../oidc/link-pending.ts'
import type { SignedIn } from '../accounts.ts'
import { KeepAccountPage } from '../keep-account-pages.tsx'
import { rememberDevice } from '../known-device.ts'
import * as form from '../login-form.ts'
import type { View } from '../sign-in-pages.tsx'

type PageContext = Context<AppEnv>

export const show = (
  c: PageContext,
  page: Html,
  status: 200 | 400 | 403 | 409 | 429 | 500 | 502 | 503 = 200,
) => answerPage(c, page, status)

export const hasTerms = (c: PageContext) => c.var.deps.sitePages.legal().terms !== undefined

/**
 * Runs the action of a form. If it is rejected, the form's page is shown again with the submitted
 * values.
 */
export async function submit(
  c: PageContext,
  action: (fields: form.Fields) => Promise<Response>,
  page: (view: View, fields: form.Fields) => Html,
): Promise<Response> {
  const fields = await form.postedFields(c)
  // The user comes back from the maintenance page: show the form again with its values.
  if (fields.again) return show(c, page(form.createView(c, fields), fields))
  try {
    form.requireFormToken(c, fields)
    return await action(fields)
  } catch (error) {
    const { status, errors } = form.toRefusal(c, error)
    return show(c, page(form.createView(c, fields, errors), fields), status)
  }
}

/**
 * Connects the identity that waits for this sign-in, remembers this browser, and opens the app or
 * asks whether a deletion should be cancelled.
 */
export async function finishSignIn(
  c: PageContext,
  fields: form.Fields,
  { email, ...signedIn }: SignedIn & { email: string },
): Promise<Response> {
  if (fields.link) await linkPending(c, fields.link, email)
  await rememberDevice(c, email)
  if ('authToken' in signedIn) return form.backToApp(c, fields, signedIn.authToken)
  const view = form.createView(c, { ...fields, email })
  return show(c, <KeepAccountPage view={view} {...signedIn} />)
}
