import { Hono, type Context } from 'hono'
import { WIDGET_KEY } from '#contract/page/widgets.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { readContent } from '../../page/widgets/widget-content.ts'
import { findWidget, type WidgetRow } from '../../page/widgets/widget-rows.ts'
import { onReportError } from './report-error.tsx'
import { setReportHeaders, takeReport, type FormState } from './sent-report.ts'
import { NoSuchWidget, WidgetReportPage } from './widget-report-page.tsx'

type PageContext = Context<AppEnv>

/** Routes under /w with the form on which visitors report a widget, in a tab of its own. */
export const widgetReports = new Hono<AppEnv>()
  .use('/:key/report', setReportHeaders)
  .get('/:key/report', (c) => withWidget(c, (widget) => show(c, widget)))
  .post('/:key/report', (c) =>
    withWidget(c, (widget) => {
      const shortUrl = `${c.var.deps.config.appOrigin}/w/${widget.key}`
      const subject = { about: 'widget' as const, widgetId: widget.id, shortUrl }
      return takeReport(c, { path: reportPath(widget), subject }, (form) => show(c, widget, form))
    }),
  )

widgetReports.onError(onReportError)

const reportPath = ({ key }: Pick<WidgetRow, 'key'>) => `/w/${key}/report`

/**
 * Calls `work` if sites show the widget. Otherwise answers that it is missing, deleted or blocked.
 */
async function withWidget(
  c: PageContext,
  work: (widget: WidgetRow) => Promise<Response>,
): Promise<Response> {
  const key = c.req.param('key') ?? ''
  // Look up only well-formed keys, because the database rejects some strings.
  const found = WIDGET_KEY.test(key)
    ? await findWidget(c.var.deps.db, key)
    : ({ state: 'missing' } as const)
  if (found.state === 'shown') return work(found.widget)
  return answerPage(c, <NoSuchWidget state={found.state} />, found.state === 'missing' ? 404 : 410)
}

async function show(
  c: PageContext,
  widget: WidgetRow,
  { typed = {}, errors, status }: FormState = {},
): Promise<Response> {
  const { title, creator } = await readContent(c.var.deps, widget)
  const { host } = new URL(c.var.deps.config.appOrigin)
  return answerPage(
    c,
    <WidgetReportPage
      title={title}
      creator={creator}
      address={`${host}/w/${widget.key}`}
      path={reportPath(widget)}
      isReported={c.req.query('reported') !== undefined && !errors}
      typed={typed}
      errors={errors}
    />,
    status ?? 200,
  )
}
