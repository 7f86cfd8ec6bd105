import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { OpenWriter, Writer } from './writer.ts'
import type { FromThread, ThreadData, ToThread } from './thread.ts'

/**
 * Script that only exists in a build. When run from the sources, clicks are written in the main
 * thread.
 */
const ENTRY = fileURLToPath(new URL('./clicks-thread.js', import.meta.url))

/**
 * Returns a writer in its own thread, or undefined if its script does not exist. Writing and
 * counting a click takes as long as answering it, so redirects keep the main thread for themselves.
 * `entry` is the path of the script.
 */
export function openWriterInThread(data: ThreadData, entry = ENTRY): OpenWriter | undefined {
  return existsSync(entry) ? (onCounted) => openThread(entry, data, onCounted) : undefined
}

function openThread(entry: string, data: ThreadData, onCounted: (clicks: number) => void): Writer {
  const thread = new Worker(entry, { workerData: data })
  const waiting = new Map<number, () => void>()
  let lastRequestId = 0
  let hasEnded = false
  thread.on('message', (message: FromThread) => {
    if (message.type === 'counted') return onCounted(message.clicks)
    waiting.get(message.requestId)?.()
    waiting.delete(message.requestId)
  })
  // Clicks could no longer be stored, so the server ends as after any uncaught error.
  thread.on('error', (error) => {
    throw error
  })
  thread.on('exit', () => {
    hasEnded = true
    waiting.forEach((answer) => answer())
  })

  const ask = (type: 'settle' | 'stop') =>
    new Promise<void>((resolve) => {
      // The thread has ended, so there is nothing to wait for.
      if (hasEnded) return resolve()
      lastRequestId += 1
      waiting.set(lastRequestId, resolve)
      send({ type, requestId: lastRequestId })
    })
  const send = (message: ToThread, transfer: ArrayBuffer[] = []) =>
    thread.postMessage(message, transfer)
  return {
    write: (flush) => send({ type: 'write', flush }, [flush.bytes.buffer]),
    settle: () => ask('settle'),
    countStored: () => send({ type: 'countStored' }),
    async stop() {
      await ask('stop')
      await thread.terminate()
    },
  }
}
