import type { HtmlEscapedString } from 'hono/utils/html'
import { withoutUnseen } from '#contract/common.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * Renders all HTML of this server: pages, widgets and emails. Removes invisible characters, because
 * names and titles written by users could otherwise reverse the text around them, for example in a
 * browser tab or a search result.
 */
export const renderHtml = async (html: Html): Promise<string> =>
  withoutUnseen((await html).toString())
