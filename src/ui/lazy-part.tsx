import { createElement, type ComponentType } from 'react'
import { yieldToBrowser } from './schedule.ts'

/** React draws a failed component a second time at once; that is not yet another try. */
const NEXT_TRY_MS = 1000

/**
 * A component in a chunk of its own that can be had before it is drawn: once `preload` has resolved
 * it draws at once, without a gap. A chunk that failed is asked for again the next time.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined
  let failure: { error: unknown; at: number } | undefined
  let fetching: Promise<void> | undefined

  async function fetchChunk() {
    failure = undefined
    try {
      const loaded = await load()
      // Its code has just been run; drawing it is another piece of work.
      await yieldToBrowser()
      Part = loaded
    } catch (error) {
      failure = { error, at: Date.now() }
    }
    fetching = undefined
  }

  async function preload() {
    if (!Part) await (fetching ??= fetchChunk())
    if (failure) throw failure.error
  }

  function LazyPart(props: Props) {
    if (Part) return createElement(Part, props)
    if (failure && Date.now() - failure.at < NEXT_TRY_MS) throw failure.error
    // A thrown promise is how a component says that it is not there yet.
    throw (fetching ??= fetchChunk())
  }
  return Object.assign(LazyPart, { preload })
}
