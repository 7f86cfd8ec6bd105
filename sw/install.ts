import { worker } from './worker.ts'

/**
 * A new version waits until a person takes it (R-612, offline 21). Only the very first worker takes
 * the open page over, so that the first visit is already ready for offline; the page does not
 * reload for that (offline 22).
 */
let isFirst = false

worker.addEventListener('install', () => {
  isFirst = worker.registration.active === null
})

worker.addEventListener('activate', (event) => {
  if (isFirst) event.waitUntil(worker.clients.claim())
})
