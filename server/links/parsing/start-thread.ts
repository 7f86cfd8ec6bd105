import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A build makes one of JavaScript; from the sources it is read as they are. */
const BUILT = new URL('./parsing-thread.js', import.meta.url)
const SOURCE = new URL('./thread.ts', import.meta.url)

/** More than any file or page that is let in needs; what needs more ends its thread, not the server. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

export function startThread(entry = existsSync(fileURLToPath(BUILT)) ? BUILT : SOURCE): Worker {
  const options: WorkerOptions = { resourceLimits }
  return entry.pathname.endsWith('.ts')
    ? new Worker(sourceThread(entry), { ...options, eval: true })
    : new Worker(fileURLToPath(entry), options)
}

/** A thread does not have what its process has for reading TypeScript; npm starts that in the project. */
const sourceThread = ({ href }: URL) =>
  `import('tsx/esm/api').then((tsx) => (tsx.register(), import(${JSON.stringify(href)})))`
