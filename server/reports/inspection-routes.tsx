import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import { formToken } from '../http/csrf.ts'
import { AbuseReport, reportLink } from './abuse-reports.ts'
import { inspectLink, type Inspected } from './inspection.ts'
import type { AppEnv } from '../env.ts'
import { onError } from '../http/on-error.ts'
import { readName } from '../redirect/link-key.ts'
import { BrokenLinkPage, InspectionPage, UnknownLinkPage } from './inspection-page.tsx'
import { ReportForm, type TypedReport } from './report-form.tsx'
import { clientOf, take } from '../http/throttle.ts'
import { refusalOf, requireOwnForm } from '../accounts/login-form.ts'

type PageContext = Context<AppEnv>
type Typed = TypedReport & { csrf?: string }
type Shown = { typed?: Typed; errors?: FieldErrors; status?: 400 | 403 | 429 }

/** Mounted at /s, behind the redirector: what a short link is, at its address with a `+` behind it. */
export const inspection = new Hono<AppEnv>()
  .use(async (c, next) => {
    c.header('Cache-Control', 'private, no-store')
    c.header('X-Robots-Tag', 'noindex')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Content-Security-Policy', POLICY)
    return next()
  })
  .get('/:code', async (c) => {
    const code = codeOf(c)
    if (code === null) return c.notFound()
    const link = await inspectLink(c.var.deps.db, code)
    return link ? show(c, code, link) : c.html(<UnknownLinkPage />, 404)
  })
  .post('/:code', async (c) => {
    const code = codeOf(c)
    const link = code === null ? null : await inspectLink(c.var.deps.db, code)
    if (code === null || !link) return c.html(<UnknownLinkPage />, 404)
    const typed = await typedIn(c)
    try {
      requireOwnForm(c, typed)
      const report = readReport(typed)
      if ('errors' in report)
        return show(c, code, link, { typed, errors: report.errors, status: 400 })
      await take(c.var.deps, { limit: 'abuseByAddress', of: clientOf(c) })
      const shortUrl = `${c.var.deps.config.shortLinkHost}/${code}`
      await reportLink(c.var.deps, { ...link, shortUrl }, report.output)
      return c.redirect(`/s/${code}+?reported`, 303)
    } catch (error) {
      return show(c, code, link, { typed, ...refusalOf(c, error) })
    }
  })

inspection.onError((error, c) => {
  const answer = onError(error, c)
  if (answer.status < 500) return answer
  // Away for a moment is told from broken, to programs by the status and its Retry-After.
  return c.html(<BrokenLinkPage />, answer.status === 503 ? 503 : 500)
})

/** No script, nothing from elsewhere, and its form goes to us alone. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

function codeOf(c: PageContext): string | null {
  const named = c.req.param('code') ?? ''
  const code = named.slice(0, -1)
  return named.endsWith('+') && readName(code) ? code : null
}

function show(
  c: PageContext,
  code: string,
  link: Inspected,
  { typed = {}, errors, status }: Shown = {},
) {
  const { host, pathname } = new URL(`${c.var.deps.config.shortLinkHost}/${code}`)
  const hidden = link.state === 'blocked' ? {} : { csrf: formToken(c) }
  return c.html(
    <InspectionPage
      link={link}
      address={host + pathname}
      isReported={c.req.query('reported') !== undefined && !errors}
    >
      {link.state !== 'blocked' && (
        <ReportForm action={`/s/${code}+`} hidden={hidden} typed={typed} errors={errors} />
      )}
    </InspectionPage>,
    status ?? 200,
  )
}

async function typedIn(c: PageContext): Promise<Typed> {
  // A body that only looks like a form counts as an empty one.
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

function readReport({ reason = '', details = '', name = '', email = '', good_faith }: Typed) {
  const report = v.safeParse(AbuseReport, {
    reason,
    details,
    name,
    email: email.trim(),
    good_faith: good_faith !== undefined,
  })
  if (report.success) return { output: report.output }
  const { nested = {} } = v.flatten<typeof AbuseReport>(report.issues)
  return { errors: nested as FieldErrors }
}
