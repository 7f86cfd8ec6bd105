import { createElement, useSyncExternalStore, type ComponentType } from 'react'

/**
 * A component in a chunk of its own that nothing waits for: until its code is here it draws nothing, and
 * it never suspends, so that a screen full of them costs one more drawing. A chunk that failed is asked for
 * again when the next one is drawn.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined
  let isAsked = false
  const heard = new Set<() => void>()

  async function ask() {
    isAsked = true
    try {
      Part = await load()
      for (const changed of heard) changed()
    } catch {
      isAsked = false
    }
  }
  function subscribe(changed: () => void) {
    heard.add(changed)
    if (!isAsked) void ask()
    return () => void heard.delete(changed)
  }

  return function LatePart(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => Part)
    return Loaded ? createElement(Loaded, props) : null
  }
}
