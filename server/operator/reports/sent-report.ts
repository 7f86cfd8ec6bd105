import type { Context, Next } from 'hono'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import { refusalOf } from '../../people/accounts/login-form.ts'
import type { AppEnv } from '../../env.ts'
import { ForeignFormError, requireOwnOrigin } from '../../platform/http/own-form.ts'
import { clientOf, take } from '../../platform/http/throttle.ts'
import { AbuseReport } from './abuse-reports.ts'
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
export async function reportPage(c: Context<AppEnv>, next: Next) {
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex')
  // Other sites get no referrer. Our own origin does, which shows that the form is ours.
  c.header('Referrer-Policy', 'same-origin')
  c.header('Content-Security-Policy', POLICY)
  return next()
}

export async function typedReport(c: Context<AppEnv>): Promise<TypedReport> {
  // Treat a malformed body as an empty one.
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

type Accepted = { report: AbuseReport; errors?: never; status?: never }
type Refused = { report?: never; errors: FieldErrors; status: 400 | 403 | 429 }

/**
 * Validates a report and its origin, and applies the rate limit. Returns the report, or the errors
 * for the form.
 */
export async function acceptReport(
  c: Context<AppEnv>,
  typed: TypedReport,
): Promise<Accepted | Refused> {
  try {
    requireOwnOrigin(c)
    const read = readReport(typed)
    if (!read.report) return { ...read, status: 400 }
    await take(c.var.deps, { limit: 'abuseByAddress', of: clientOf(c) })
    return read
  } catch (error) {
    if (!(error instanceof ForeignFormError)) return refusalOf(c, error)
    return { status: 403, errors: { non_field_errors: [FOREIGN] } }
  }
}

const FOREIGN = 'Another site sent this. Check what it says, and send it from here.'

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
