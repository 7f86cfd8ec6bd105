import { use, type ComponentType } from 'react'

/**
 * A component in a chunk of its own that can be had before it is drawn: once `preload` has resolved
 * it draws at once, without a gap. A chunk that failed is asked for again the next time.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
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

  function LazyPart(props: Props) {
    if (!Loaded) use(preload())
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(LazyPart, { preload })
}
