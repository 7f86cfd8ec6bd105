import type { createStore } from 'jotai'
import * as v from 'valibot'
import type { MessageToPage } from '#contract/messages.ts'
import { takeMessages } from './early-worker.ts'
import { handleActivity } from '../facts/follow-facts.ts'
import { handleWorkerMessage } from '../problems/problems.ts'

/** Messages that this page understands. Others, from a worker of another version, are ignored. */
const Message = v.variant('type', [
  v.object({ type: v.literal('offline') }),
  v.object({ type: v.literal('online') }),
  v.object({
    type: v.literal('unavailable'),
    retry_after: v.fallback(v.nullable(v.union([v.number(), v.string()])), null),
    detail: v.fallback(v.nullable(v.string()), null),
  }),
  v.object({
    type: v.literal('activity'),
    group: v.fallback(v.nullable(v.string()), null),
    unread: v.fallback(v.nullable(v.number()), null),
  }),
  v.object({ type: v.literal('open'), path: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) }),
]) satisfies v.GenericSchema<unknown, MessageToPage>

type Callbacks = { open: (path: string) => void }

export function listenToWorker(store: ReturnType<typeof createStore>, callbacks: Callbacks): void {
  function handleMessage(data: unknown) {
    const message = v.safeParse(Message, data)
    if (!message.success) return
    const received = message.output
    if (received.type === 'open') callbacks.open(received.path)
    else if (received.type === 'activity') handleActivity(store, received)
    else handleWorkerMessage(store, received)
  }
  navigator.serviceWorker.addEventListener('message', ({ data }) => handleMessage(data))
  // Delivers messages that were sent before the page had loaded.
  navigator.serviceWorker.startMessages()
  takeMessages().forEach(handleMessage)
}
