const messages: unknown[] = []
let controller: ServiceWorker | null | undefined

const record = ({ data }: MessageEvent<unknown>) => void messages.push(data)

/**
 * Records the worker's messages and the controlling worker before the app's listeners exist. Called
 * first.
 */
export function catchWorker(): void {
  if (!('serviceWorker' in navigator)) return
  controller = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('message', record)
}

/** Returns the recorded messages and stops recording. The caller listens from then on. */
export function takeMessages(): unknown[] {
  navigator.serviceWorker.removeEventListener('message', record)
  return messages.splice(0)
}

/**
 * Returns whether another worker took over since the page started. The first worker replaces none.
 */
export const wasReplaced = () =>
  Boolean(controller) && controller !== navigator.serviceWorker.controller
