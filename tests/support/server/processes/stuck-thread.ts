import { parentPort } from 'node:worker_threads'
import type { ToThread } from '../../../../server/links/parsing/tasks.ts'

/** Content of a file or page whose parsing never ends. */
export const NEVER_ENDS = 'this-never-ends'
export const TAKES_ALL_MEMORY = 'this-takes-all-memory'

/** Handles these two contents. All others are parsed by the server's own thread. */
parentPort?.on('message', ({ task }: ToThread) => {
  const text = contentOf(task)
  if (text.includes(NEVER_ENDS)) for (;;);
  const kept: object[][] = []
  if (text.includes(TAKES_ALL_MEMORY))
    for (;;) kept.push(Array.from({ length: 1_000_000 }, () => ({})))
})

function contentOf(task: ToThread['task']): Buffer {
  if ('file' in task) return Buffer.from(new Uint8Array(task.file.bytes))
  return Buffer.from('page' in task ? task.page.body : [])
}

if (parentPort) await import('../../../../server/links/parsing/thread.ts')
