import { remove, tryAgain } from '#app/outbox/decide.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import type { WaitingMessage } from './conversation.ts'

/* Actions for unsent messages. */

/**
 * Sends the message as soon as possible. A rejected one becomes a new request, because the reason
 * may be gone.
 */
export const sendAgain = (entry: WaitingMessage): Promise<void> =>
  entry.state === 'waiting' ? sendNow() : tryAgain(entry)

export const takeBack = (entry: WaitingMessage): Promise<void> => remove(entry)
