import * as v from 'valibot'
import { forgetStoredSession } from '#http/session-store.ts'
import type { MessageToWorker } from '#contract/messages.ts'
import { closeStorage } from '#mirror/store/current.ts'
import { deleteImages } from './images.ts'
import { closeNotifications } from './push.ts'
import { worker } from './worker.ts'

/** Messages this worker understands. Others, from a page of another version, are ignored. */
const Message = v.variant('type', [
  v.object({ type: v.literal('skip-waiting') }),
  v.object({ type: v.literal('forget') }),
]) satisfies v.GenericSchema<unknown, MessageToWorker>

worker.addEventListener('message', (event) => {
  const message = v.safeParse(Message, event.data)
  if (message.success) event.waitUntil(handleMessage(message.output))
})

function handleMessage(message: MessageToWorker): Promise<unknown> {
  return message.type === 'skip-waiting' ? worker.skipWaiting() : forgetUser()
}

/** Forgets the user after a sign-out and closes the database, so that it can be deleted. */
function forgetUser() {
  closeStorage()
  return Promise.all([forgetStoredSession(), deleteImages(), closeNotifications()])
}
