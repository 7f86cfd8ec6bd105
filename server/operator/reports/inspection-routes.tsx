import { Hono, type Context } from 'hono'
import { inspectLink, type InspectedLink } from './inspection.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { readName } from '../../links/link-key.ts'
import { linkName } from '../../links/link-names.ts'
import { InspectionPage, UnknownLinkPage } from './inspection-page.tsx'
import { FoldedReportForm } from './report-form.tsx'
import { onReportError } from './report-error.tsx'
import { setReportHeaders, takeReport, type FormState } from './sent-report.ts'

type PageContext = Context<AppEnv>

/**
 * Routes under /s that the redirector leaves to the app: information about a short link, at its
 * address followed by `+`, with a form to report it.
 */
export const inspection = new Hono<AppEnv>()
  .use(setReportHeaders)
  .get('/:code', async (c) => {
    const code = codeOf(c)
    if (code === null) return c.notFound()
    const link = await inspectLink(c.var.deps.db, code)
    return link ? show(c, code, link) : answerPage(c, <UnknownLinkPage />, 404)
  })
  .post('/:code', async (c) => {
    const code = codeOf(c)
    const link = code === null ? null : await inspectLink(c.var.deps.db, code)
    if (code === null || !link) return answerPage(c, <UnknownLinkPage />, 404)
    const shortUrl = `${c.var.deps.config.shortLinkHost}/${reportedName(code)}`
    const targetUrl = link.url ?? ''
    const subject = { about: 'link' as const, linkId: link.id, targetUrl, shortUrl }
    return takeReport(c, { path: addressOf(code), subject }, (form) => show(c, code, link, form))
  })

inspection.onError(onReportError)

function codeOf(c: PageContext): string | null {
  const named = c.req.param('code') ?? ''
  const code = named.slice(0, -1)
  return named.endsWith('+') && readName(code) ? code : null
}

/** Returns the path of a link with this code on the main host, encoded as the operator gets it. */
function reportedName(name: string): string {
  const place = readName(name)
  return place ? linkName({ domainId: place.domainId, shortCode: place.code }) : name
}

const addressOf = (code: string) => `/s/${encodeURIComponent(code)}+`

function show(
  c: PageContext,
  code: string,
  link: InspectedLink,
  { typed = {}, errors, status }: FormState = {},
) {
  const { host, pathname } = new URL(`${c.var.deps.config.shortLinkHost}/${code}`)
  return answerPage(
    c,
    <InspectionPage
      link={link}
      address={host + pathname}
      isReported={c.req.query('reported') !== undefined && !errors}
    >
      {link.state !== 'blocked' && (
        <FoldedReportForm action={addressOf(code)} typed={typed} errors={errors} />
      )}
    </InspectionPage>,
    status ?? 200,
  )
}
