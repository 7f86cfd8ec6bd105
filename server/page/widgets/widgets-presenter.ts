import type { Widget } from '#contract/page/widgets.ts'
import type { LinkBlock } from '#contract/links/short-link.ts'
import type { Config } from '../../platform/config/config.ts'
import { escapeHtml } from '../../platform/html/escape.ts'
import { NO_CLICKS, type WidgetClicks } from './widget-clicks.ts'
import type { WidgetRow } from './widget-rows.ts'

/** Height in pixels of a frame that is embedded without our script. Longer content scrolls. */
const HEIGHTS = { grid: 640, carousel: 440, list: 480 }

/** Converts a widget to its API form for its owner. */
export function toWidget(
  row: WidgetRow,
  config: Pick<Config, 'appOrigin' | 'supportEmail'>,
  clicks: WidgetClicks = NO_CLICKS,
): Widget {
  const { appOrigin, supportEmail: contact } = config
  const url = `${appOrigin}/w/${row.key}`
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    collection_uuid: row.collectionId,
    layout: row.layout,
    columns: row.columns,
    limit: row.mostLinks,
    theme: row.theme,
    url,
    embed_code: `<script async src="${url}.js"></script>`,
    frame_code: `<iframe src="${url}" title="${escapeHtml(row.name)}" width="100%" height="${HEIGHTS[row.layout]}" style="border:0" loading="lazy"></iframe>`,
    ...clicks,
    block: blockOf(row, contact),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function blockOf({ blockedAt, blockWhy, blockRule }: WidgetRow, contact: string): LinkBlock {
  if (!blockedAt) return null
  return { why: blockWhy, rule: blockRule, since: blockedAt.toISOString(), contact }
}
