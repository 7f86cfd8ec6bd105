import { use, type ComponentType } from 'react'

/**
 * A screen in a chunk of its own. The router calls `preload` before it changes screens, so that the
 * old one stays until the new one is there; a chunk that failed is asked for again the next time.
 */
export function lazyScreen(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined

  async function fetchChunk() {
    try {
      Loaded = await load()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const preload = () => (loading ??= fetchChunk())

  function LazyScreen() {
    if (!Loaded) use(preload())
    return Loaded ? <Loaded /> : null
  }
  return Object.assign(LazyScreen, { preload })
}
