import type { createStore } from 'jotai'
import * as v from 'valibot'
import type { ToPage } from '#contract/messages.ts'
import { takeCaught } from './early-worker.ts'
import { hearActivity } from '../facts/follow-facts.ts'
import { hearWorker } from '../problems/problems.ts'

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
]) satisfies v.GenericSchema<unknown, ToPage>

type Callbacks = { open: (path: string) => void }

export function listenToWorker(store: ReturnType<typeof createStore>, doors: Callbacks): void {
  function hear(data: unknown) {
    const message = v.safeParse(Message, data)
    if (!message.success) return
    const said = message.output
    if (said.type === 'open') doors.open(said.path)
    else if (said.type === 'activity') hearActivity(store, said)
    else hearWorker(store, said)
  }
  navigator.serviceWorker.addEventListener('message', ({ data }) => hear(data))
  // Delivers messages that were sent before the page had loaded.
  navigator.serviceWorker.startMessages()
  takeCaught().forEach(hear)
}
