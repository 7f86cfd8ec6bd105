import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, test, vi } from 'vitest'
import { startThread } from '../../../../server/links/parsing/start-thread.ts'
import { READERS } from '#support/server/processes/hostile-thread.ts'

// At this length linear work takes about a second, quadratic work many minutes.
const LENGTH = 500_000
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 20 * PATIENCE_MS })

const ENTRY = new URL('../../../support/server/processes/hostile-thread.ts', import.meta.url)
const CHARACTERS = ['/', '.', ':', ',', '[', '"', '-', ' ', '\uD83D']

let worker: Worker | undefined
const stop = async () => {
  await worker?.terminate()
  worker = undefined
}
afterAll(stop)

/** Returns whether a function finishes with a text. If not, its thread is terminated. */
async function isRead(name: string, text: string): Promise<boolean> {
  worker ??= startThread(ENTRY)
  const done = once(worker, 'message').then(() => true)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage({ name, text })
  const cut = new AbortController()
  const late = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    cut.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  const answer = await Promise.race([done, late])
  cut.abort()
  if (!answer) await stop()
  return answer
}

test.each(Object.keys(READERS))(
  '%s reads half a million of any character in one go',
  async (name) => {
    const stuck: string[] = []
    for (const character of CHARACTERS) {
      const many = character.repeat(LENGTH)
      // The characters are at the end of the text, or followed by one that no pattern expects.
      for (const text of [many, `x${many}x`]) {
        if (!(await isRead(name, text))) stuck.push(JSON.stringify(text.slice(0, 5)))
      }
    }
    expect(stuck).toEqual([])
  },
)
