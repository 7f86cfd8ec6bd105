import * as v from 'valibot'
import { forgetStoredSession } from '#http/session-store.ts'
import type { ToWorker } from '#contract/messages.ts'
import { closeStorage } from '#mirror/store/current.ts'
import { forgetImages } from './images.ts'
import { forgetNotifications } from './push.ts'
import { worker } from './worker.ts'

/** Messages this worker understands. Others, from a page of another version, are ignored. */
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

/** Forgets the user after a sign-out and closes the database, so that it can be deleted. */
function forget() {
  closeStorage()
  return Promise.all([forgetStoredSession(), forgetImages(), forgetNotifications()])
}
