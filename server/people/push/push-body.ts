import type { PushPayload } from '#contract/people/devices.ts'
import { cutBytes } from '#contract/text/graphemes.ts'

/** Push services take messages of up to 4096 bytes; these limits leave room for the other fields. */
const MAX_TITLE_BYTES = 1000
const MAX_TEXT_BYTES = 1500

/** Returns the body of a push message, with title and text cut to what push services accept. */
export const pushBody = (payload: PushPayload): string =>
  JSON.stringify({
    ...payload,
    title: cutBytes(payload.title, MAX_TITLE_BYTES),
    text: cutBytes(payload.text, MAX_TEXT_BYTES),
  })
