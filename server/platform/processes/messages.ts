import type { WindowCount } from './window-counts.ts'

/**
 * Question of one process to the others. `settle`: write and count all clicks. `catch-up`: receive
 * all notifications of finished edits. `metrics`: return your metrics. `redirect-p99`: return
 * the time of your redirects.
 */
export type Question = 'settle' | 'catch-up' | 'metrics' | 'redirect-p99'

/** Messages of a worker process. `id` is a number of the sender, used to match the reply. */
export type FromWorker =
  | { type: 'ask'; id: number; question: Question }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'count'; id: number; key: string; endsAt: number }

export type ToWorker =
  | { type: 'question'; id: number; question: Question }
  | { type: 'answers'; id: number; values: unknown[] }
  | { type: 'counted'; id: number; window: WindowCount }
  | { type: 'stop' }
