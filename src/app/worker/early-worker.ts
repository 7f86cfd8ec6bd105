const caught: unknown[] = []
let controller: ServiceWorker | null | undefined

const keep = ({ data }: MessageEvent<unknown>) => void caught.push(data)

/** Called before anything else: the worker may speak, or be replaced, before its listeners are there. */
export function catchWorker(): void {
  if (!('serviceWorker' in navigator)) return
  controller = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('message', keep)
}

/** What the worker has said so far; whoever takes it hears the rest. */
export function takeCaught(): unknown[] {
  navigator.serviceWorker.removeEventListener('message', keep)
  return caught.splice(0)
}

/** Whether another worker took over since this page began. The first one ever replaces nothing. */
export const wasReplaced = () =>
  Boolean(controller) && controller !== navigator.serviceWorker.controller
