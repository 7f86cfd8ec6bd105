import type { InferOutput } from 'valibot'
import type { LinkEdit } from '#contract/links/link-edits.ts'
import type { LinkRow } from './link-rows.ts'

type InApp = Pick<InferOutput<typeof LinkEdit>, 'open_in_browser' | 'kept_in_app'>

/** Returns the changes of how a link treats visitors inside apps. */
export const inAppChanges = ({ open_in_browser, kept_in_app }: InApp): Partial<LinkRow> => ({
  ...(open_in_browser !== undefined && { openInBrowser: open_in_browser }),
  ...(kept_in_app !== undefined && { keptInApp: kept_in_app }),
})
