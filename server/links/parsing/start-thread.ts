import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A build has the thread as JavaScript. In development, the source is used. */
const BUILT = new URL('./parsing-thread.js', import.meta.url)
const SOURCE = new URL('./thread.ts', import.meta.url)

/**
 * Memory limits, above what any allowed file or page needs. When they are exceeded, only the thread
 * ends, not the server.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export function startThread(entry = existsSync(fileURLToPath(BUILT)) ? BUILT : SOURCE): Worker {
  const options: WorkerOptions = { resourceLimits }
  return entry.pathname.endsWith('.ts')
    ? new Worker(sourceThread(entry), { ...options, eval: true })
    : new Worker(fileURLToPath(entry), options)
}

/**
 * Returns code that loads the TypeScript source. A worker thread does not inherit the loader of its
 * process.
 */
const sourceThread = ({ href }: URL) =>
  `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(href)})))`
