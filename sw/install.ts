import { worker } from './worker.ts'

/**
 * A new version waits until the user accepts it. Only the first worker ever takes control of the
 * open page, so that offline use works from the first visit. The page does not reload for that.
 */
let isFirst = false

worker.addEventListener('install', () => {
  isFirst = worker.registration.active === null
})

worker.addEventListener('activate', (event) => {
  if (isFirst) event.waitUntil(worker.clients.claim())
})
