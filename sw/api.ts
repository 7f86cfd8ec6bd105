import { isOurs } from '#http/is-ours.ts'
import { readStoredSession } from '#http/session-store.ts'
import { within } from '#http/time-out.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { isMirrored, writeResponse } from '#mirror/write-response/write-response.ts'
import { connection } from './connection.ts'
import { noticeUnavailable } from './unavailable.ts'
import { worker } from './worker.ts'

/** A database that does not answer must not hold up the page, which then keeps its own copy. */
const RECORD_MS = 2000

/** Stands only in the way of calls whose answers belong in the mirror; everything else passes by. */
worker.addEventListener('fetch', (event) => {
  if (isMirrored(event.request)) event.respondWith(carry(event))
})

/** Network only, never cached: a signed-in answer is kept as rows, and nowhere else. */
async function carry(event: FetchEvent): Promise<Response> {
  const { request } = event
  const response = await send(event)
  if (response.ok && !isOurs(response)) {
    event.waitUntil(connection.failed())
    return response
  }
  connection.reached()
  event.waitUntil(noticeUnavailable(request, response))
  return (await within(RECORD_MS, keep(request, response.clone()), false))
    ? marked(response)
    : response
}

async function send(event: FetchEvent): Promise<Response> {
  try {
    return await fetch(event.request)
  } catch (error) {
    // A call that the page took back says nothing about the connection.
    if (!event.request.signal.aborted) event.waitUntil(connection.failed())
    throw error
  }
}

async function keep(request: Request, response: Response): Promise<boolean> {
  const session = await readStoredSession()
  if (!session?.uuid) return false
  const kept = await writeResponse(request, response, session)
  // A sign-out came between: what was just written must not outlive it (offline 26).
  if ((await readStoredSession())?.uuid !== session.uuid) await dropMirror(session.uuid)
  return kept
}

function marked(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(MIRRORED_HEADER, '1')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
