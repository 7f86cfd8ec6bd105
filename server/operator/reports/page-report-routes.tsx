import { Hono, type Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { findPage, type PageRow } from '../../page/public-page/page-rows.ts'
import { NoSuchPage, PageReportPage } from './page-report-page.tsx'
import { onReportError } from './report-error.tsx'
import { setReportHeaders, takeReport, type FormState } from './sent-report.ts'

type PageContext = Context<AppEnv>

/** Routes under /p with the form on which visitors report a page. */
export const pageReports = new Hono<AppEnv>()
  .use('/:slug/report', setReportHeaders)
  .get('/:slug/report', (c) => withPage(c, (page) => show(c, page)))
  .post('/:slug/report', (c) =>
    withPage(c, (page) => {
      const shortUrl = `${c.var.deps.config.appOrigin}/p/${page.slug}`
      const subject = { about: 'page' as const, pageId: page.id, shortUrl }
      return takeReport(c, { path: reportPath(page), subject }, (form) => show(c, page, form))
    }),
  )

pageReports.onError(onReportError)

const reportPath = ({ slug }: Pick<PageRow, 'slug'>) => `/p/${slug}/report`

/** Calls `work` with the page if visitors can see it. Only such pages can be reported. */
async function withPage(
  c: PageContext,
  work: (page: PageRow) => Response | Promise<Response>,
): Promise<Response> {
  const found = await findPage(c.var.deps.db, (c.req.param('slug') ?? '').toLowerCase())
  if (found.state === 'shown') return work(found.page)
  if (found.state === 'moved') return c.redirect(reportPath(found), 308)
  return answerPage(c, <NoSuchPage isBlocked={found.state === 'blocked'} />, 404)
}

function show(c: PageContext, page: PageRow, { typed = {}, errors, status }: FormState = {}) {
  const { host } = new URL(c.var.deps.config.appOrigin)
  return answerPage(
    c,
    <PageReportPage
      title={page.title}
      address={`${host}/p/${page.slug}`}
      path={reportPath(page)}
      isReported={c.req.query('reported') !== undefined && !errors}
      typed={typed}
      errors={errors}
    />,
    status ?? 200,
  )
}
