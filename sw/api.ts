import { isServerAnswer } from '#http/is-ours.ts'
import { readStoredSession } from '#http/session-store.ts'
import { withTimeout } from '#http/time-out.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { isMirrored, ownerOf, writeResponse } from '#mirror/write-response/write-response.ts'
import { connection } from './connection.ts'
import { reportUnavailable } from './unavailable.ts'
import { worker } from './worker.ts'

/**
 * Maximum time for storing an answer before the page gets it. After that, the page stores the rows
 * itself.
 */
const MAX_STORE_MS = 2000

/** Handles only calls whose answers belong in the mirror. All other requests bypass the worker. */
worker.addEventListener('fetch', (event) => {
  if (isMirrored(event.request)) event.respondWith(forward(event))
})

/**
 * Sends the request to the network and stores the answer as database rows, if a user is signed in.
 * Answers of the API are never put into a cache.
 */
async function forward(event: FetchEvent): Promise<Response> {
  const { request } = event
  const response = await send(event)
  if (response.ok && !isServerAnswer(response)) {
    event.waitUntil(connection.failed())
    return response
  }
  connection.reached()
  event.waitUntil(reportUnavailable(request, response))
  return (await withTimeout(MAX_STORE_MS, storeAnswer(request, response.clone()), false))
    ? withMirroredHeader(response)
    : response
}

async function send(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request)
  } catch (error) {
    // A call that the page cancelled says nothing about the connection.
    if (!event.request.signal.aborted) event.waitUntil(connection.failed())
    throw error
  }
}

async function storeAnswer(request: Request, response: Response): Promise<boolean> {
  const session = await readStoredSession()
  if (!session?.uuid) return false
  const isStored = await writeResponse(request, response, session)
  // The user signed out meanwhile, so delete the rows that were just written.
  if ((await readStoredSession())?.uuid !== session.uuid)
    await dropMirror(ownerOf(request, session))
  return isStored
}

function withMirroredHeader(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(MIRRORED_HEADER, '1')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
