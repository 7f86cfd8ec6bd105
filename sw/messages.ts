import * as v from 'valibot'
import { forgetStoredSession } from '#http/session-store.ts'
import type { ToWorker } from '#contract/messages.ts'
import { closeStorage } from '#mirror/store/current.ts'
import { forgetImages } from './images.ts'
import { forgetNotifications } from './push.ts'
import { worker } from './worker.ts'

/** A page of another version may say what this worker does not know; that is passed over. */
const Message = v.variant('type', [
  v.object({ type: v.literal('skip-waiting') }),
  v.object({ type: v.literal('forget') }),
]) satisfies v.GenericSchema<unknown, ToWorker>

worker.addEventListener('message', (event) => {
  const message = v.safeParse(Message, event.data)
  if (message.success) event.waitUntil(obey(message.output))
})

function obey(message: ToWorker): Promise<unknown> {
  return message.type === 'skip-waiting' ? worker.skipWaiting() : forget()
}

/** After a sign-out this worker knows nobody, and holds up no deletion. */
function forget() {
  closeStorage()
  return Promise.all([forgetStoredSession(), forgetImages(), forgetNotifications()])
}
