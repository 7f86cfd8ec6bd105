import * as v from 'valibot'
import { LINK_DIALOG } from './app-constants.ts'

/**
 * Answer of POST /v1/users/me/send-tools-mail. `outbox`: the server writes its mail to disk (A-159,
 * D-91).
 */
export const ToolsMailAnswer = v.object({
  result: v.object({ sent: v.boolean(), delivery: v.picklist(['smtp', 'outbox']) }),
})
export type ToolsMailAnswer = v.InferOutput<typeof ToolsMailAnswer>

/**
 * Returns the address that opens CREATE when a URL is appended (D-03). `origin` has no final slash.
 */
export const createLinkAddress = (origin: string) => `${origin}${LINK_DIALOG}`

/** Returns the address of a bookmark that opens CREATE with the current page of the browser. */
export const bookmarklet = (origin: string) =>
  `javascript:open('${createLinkAddress(origin)}'+encodeURIComponent(location.href))`
