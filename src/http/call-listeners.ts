import type { ApiError } from './error.ts'

/*
 * Listeners of API calls. They are in a module of their own so that they can be registered before
 * the client is loaded, and no failure is missed.
 */

const failures = new EventTarget()

/**
 * Reports a failed call to the listeners. The page shows a dialog; the service worker has no
 * listener.
 */
export function announceFailure(error: ApiError): void {
  failures.dispatchEvent(new CustomEvent('failure', { detail: error }))
}

export function onFailure(show: (error: ApiError) => void): () => void {
  const listener = (event: Event) => show((event as CustomEvent<ApiError>).detail)
  failures.addEventListener('failure', listener)
  return () => failures.removeEventListener('failure', listener)
}

type Recorder = (request: Request, response: Response) => Promise<void>
let recorder: Recorder = async () => {}

/**
 * Sets the function that stores answers for offline use. The client awaits it, so that callers find
 * their answer in the local copy.
 */
export const setRecorder = (next: Recorder) => {
  recorder = next
}

export const recordResponse: Recorder = (request, response) => recorder(request, response)

type Outcome = 'reached' | 'failed'
let listener: (outcome: Outcome) => void = () => {}

/** Sets the function that is told after every call whether our server answered, with any status. */
export const onOutcome = (next: (outcome: Outcome) => void) => {
  listener = next
}

export const reportOutcome = (outcome: Outcome) => listener(outcome)

let callListener: (call: Promise<Response>) => void = () => {}

/**
 * Sets the function that receives every call as it starts, except uploads, whose duration depends
 * on the file.
 */
export const onCall = (next: (call: Promise<Response>) => void) => {
  callListener = next
}

export const reportCall = (call: Promise<Response>) => callListener(call)
