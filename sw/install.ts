import { worker } from './worker.ts'

/** Whether no version of the worker was active when this one was installed. */
let isFirst = false

worker.addEventListener('install', () => {
  isFirst = worker.registration.active === null
})

// The first worker takes control of the open page without a reload, so that the app works offline
// from the first visit. Later versions wait until the user accepts them.
worker.addEventListener('activate', (event) => {
  if (isFirst) event.waitUntil(worker.clients.claim())
})
