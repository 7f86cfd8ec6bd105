import type { ApiError } from './error.ts'

/*
 * Who hears of calls. Apart from the client, so that everyone listens before it has been loaded, and
 * no failure comes too early to be heard.
 */

const failures = new EventTarget()

/** Tells whoever listens. The page shows a dialog; the service worker has no listener. */
export function announce(error: ApiError): void {
  failures.dispatchEvent(new CustomEvent('failure', { detail: error }))
}

export function onFailure(show: (error: ApiError) => void): () => void {
  const listener = (event: Event) => show((event as CustomEvent<ApiError>).detail)
  failures.addEventListener('failure', listener)
  return () => failures.removeEventListener('failure', listener)
}

type Recorder = (request: Request, response: Response) => Promise<void>
let recorder: Recorder = async () => {}

/** Who keeps answers for offline, and knows which; awaited, so that a caller finds its answer in the mirror. */
export const setRecorder = (next: Recorder) => {
  recorder = next
}

export const recordResponse: Recorder = (request, response) => recorder(request, response)

type Outcome = 'reached' | 'failed'
let listener: (outcome: Outcome) => void = () => {}

/** Told after every call whether our server answered at all, whatever it said. */
export const onOutcome = (next: (outcome: Outcome) => void) => {
  listener = next
}

export const report = (outcome: Outcome) => listener(outcome)

let follower: (call: Promise<Response>) => void = () => {}

/** Told of every call as it leaves; one that carries a file takes as long as the file does. */
export const onCall = (next: (call: Promise<Response>) => void) => {
  follower = next
}

export const follow = (call: Promise<Response>) => follower(call)
