import type { Context, Next } from 'hono'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import { toRefusal } from '../../people/accounts/login-form.ts'
import type { AppEnv } from '../../env.ts'
import { CrossSiteFormError, requireOwnOrigin } from '../../platform/http/own-form.ts'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { AbuseReport, storeReport, type ReportSubject } from './abuse-reports.ts'
import type { TypedReport } from './report-form.tsx'

/** Policy without scripts and content of other sites. Forms can be sent only to this server. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sets the headers of a page with a report form: not cached, not indexed, no scripts. */
export async function setReportHeaders(c: Context<AppEnv>, next: Next) {
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex')
  // Other sites get no referrer. Our own origin does, which shows that the form is ours.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Content-Security-Policy', POLICY)
  return next()
}

async function readReportForm(c: Context<AppEnv>): Promise<TypedReport> {
  // Treat a malformed body as an empty one.
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

/** Values and errors of a form that is shown again. */
export type FormState = { typed?: TypedReport; errors?: FieldErrors; status?: 400 | 403 | 429 }

/**
 * Stores the report in a request and redirects to the confirmation at `path`. Shows the form again
 * if the report is refused.
 */
export async function takeReport(
  c: Context<AppEnv>,
  { path, subject }: { path: string; subject: ReportSubject },
  showForm: (state: FormState) => Response | Promise<Response>,
): Promise<Response> {
  const typed = await readReportForm(c)
  const { report, ...refusal } = await acceptReport(c, typed)
  if (!report) return showForm({ typed, ...refusal })
  await storeReport(c.var.deps, subject, report)
  return c.redirect(`${path}?reported`, 303)
}

type AcceptedReport = { report: AbuseReport; errors?: never; status?: never }
type RefusedReport = { report?: never; errors: FieldErrors; status: 400 | 403 | 429 }

/**
 * Validates a report and its origin, and applies the rate limit. Returns the report, or the errors
 * for the form.
 */
async function acceptReport(
  c: Context<AppEnv>,
  typed: TypedReport,
): Promise<AcceptedReport | RefusedReport> {
  try {
    requireOwnOrigin(c)
    const read = readReport(typed)
    if (!read.report) return { ...read, status: 400 }
    await countAttempt(c.var.deps, { limit: 'abuseByAddress', of: clientAddressGroup(c) })
    return read
  } catch (error) {
    if (!(error instanceof CrossSiteFormError)) return toRefusal(c, error)
    return { status: 403, errors: { non_field_errors: [FOREIGN_FORM_TEXT] } }
  }
}

const FOREIGN_FORM_TEXT =
  'This form was sent from another site. Check it and send it again from here.'

function readReport({ reason = '', details = '', name = '', email = '', good_faith }: TypedReport) {
  const report = v.safeParse(AbuseReport, {
    reason,
    details,
    name,
    email: email.trim(),
    good_faith: good_faith !== undefined,
  })
  if (report.success) return { report: report.output }
  const { nested = {} } = v.flatten<typeof AbuseReport>(report.issues)
  return { errors: nested as FieldErrors }
}
