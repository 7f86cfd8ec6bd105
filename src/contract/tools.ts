import * as v from 'valibot'
import { LINK_DIALOG } from './app-constants.ts'

/** Answer of POST /v1/users/me/send-tools-mail; `outbox`: this server keeps its mail on disk (A-159, D-91). */
export const ToolsMailSent = v.object({
  result: v.object({ sent: v.boolean(), delivery: v.picklist(['smtp', 'outbox']) }),
})
export type ToolsMailSent = v.InferOutput<typeof ToolsMailSent>

/** Opens CREATE with the address that is written behind it (D-03); `origin` has no slash at its end. */
export const createAddress = (origin: string) => `${origin}${LINK_DIALOG}`

/** A bookmark with this as its address opens CREATE with the page that is being looked at. */
export const bookmarklet = (origin: string) =>
  `javascript:open('${createAddress(origin)}'+encodeURIComponent(location.href))`
