import type { MessageToPage } from '#contract/messages.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Global scope with the types of a service worker. The other modules use it instead of `self`,
 * which has only the types that all workers share.
 */
export const worker = self

/** Sends a message to every open tab, including tabs that this worker does not control yet. */
export async function tellPages(message: MessageToPage): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client has no target
  for (const page of pages) page.postMessage(message)
}
