/** @jsxImportSource hono/jsx */
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { renderHtml } from '../../platform/html/text-of.ts'
import type { Rendered } from '../public-page/kept-page.ts'
import { withWidgetKey, readContent } from './widget-content.ts'
import { NO_WIDGET, NoWidget, WidgetPage } from './widget-page.tsx'
import { findWidget, type WidgetSettings } from './widget-rows.ts'

type Deps = { db: DbOrTx; config: Config }

/** Renders the current response for a key. */
export async function renderKey(deps: Deps, key: string): Promise<Rendered> {
  const found = await findWidget(deps.db, key)
  if (found.state !== 'shown') return renderNone(found.state)
  const read = await readContent(deps, found.widget)
  const content = { ...read, products: withWidgetKey(read.products, key) }
  const { id, userId } = found.widget
  const reportPath = `/w/${key}/report`
  return {
    status: 200,
    html: await renderHtml(
      <WidgetPage content={content} reportPath={reportPath} isPreview={false} />,
    ),
    shown: { id, userId, freshUntil: content.freshUntil },
  }
}

/** Renders a widget for its owner, saved or not. */
export const renderPreview = async (deps: Deps, settings: WidgetSettings): Promise<string> =>
  renderHtml(<WidgetPage content={await readContent(deps, settings)} reportPath={null} isPreview />)

export async function renderNone(state: keyof typeof NO_WIDGET): Promise<Rendered> {
  const { status, ...words } = NO_WIDGET[state]
  return { status, html: await renderHtml(<NoWidget {...words} />) }
}
