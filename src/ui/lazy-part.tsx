import { createElement, use, type ComponentType } from 'react'

/**
 * A component in a chunk of its own that can be had before it is drawn: once `preload` has resolved
 * it draws at once, without a gap. A chunk that failed is asked for again the next time.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let chunk: Promise<ComponentType<Props>> | undefined

  function fetchChunk(): Promise<ComponentType<Props>> {
    if (chunk) return chunk
    const started = load()
    chunk = started
    started.then(
      // React reads these two off a promise, and then needs not wait for it.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => (chunk = undefined),
    )
    return started
  }

  const LazyPart = (props: Props) => createElement(use(fetchChunk()), props)
  const preload = async () => {
    await fetchChunk()
  }
  return Object.assign(LazyPart, { preload })
}
