import { remove, tryAgain } from '#app/outbox/decide.ts'
import { sendNow } from '#live/outbox/tab-outbox.ts'
import type { WaitingMessage } from './conversation.ts'

/* What can be done about a message that is still on this device. */

/** As soon as it can be; one that was refused is a new request, since what stood in its way may be gone. */
export const sendAgain = (entry: WaitingMessage): Promise<void> =>
  entry.state === 'waiting' ? sendNow() : tryAgain(entry)

export const takeBack = (entry: WaitingMessage): Promise<void> => remove(entry)
