import { createElement, type ComponentType } from 'react'
import { yieldToBrowser } from './schedule.ts'

/**
 * Minimum time between two attempts, because React renders a failed component a second time at
 * once.
 */
const MIN_RETRY_MS = 1000

/**
 * Creates a component whose code can be loaded before it is rendered. After `preload` has resolved
 * it renders without a gap. A failed load is retried the next time.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined
  let failure: { error: unknown; at: number } | undefined
  let fetching: Promise<void> | undefined

  async function fetchChunk() {
    failure = undefined
    try {
      const loaded = await load()
      // Render in a separate task, so that the browser can handle input in between.
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
    if (failure && Date.now() - failure.at < MIN_RETRY_MS) throw failure.error
    // React suspends on a thrown promise.
    throw (fetching ??= fetchChunk())
  }
  return Object.assign(LazyPart, { preload })
}
