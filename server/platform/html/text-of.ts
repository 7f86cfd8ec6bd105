import type { HtmlEscapedString } from 'hono/utils/html'
import { withoutUnseen } from '#contract/common.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * All HTML of this server becomes text here: pages, widgets and letters. Names and titles are words of
 * people, and none of them turns round what stands beside it, wherever it stands: in a line, in the
 * title of a tab, in what search engines read.
 */
export const textOf = async (html: Html): Promise<string> => withoutUnseen((await html).toString())
