import { createElement, useSyncExternalStore, type ComponentType } from 'react'

/**
 * Creates a component whose code is loaded when it is first rendered. It renders nothing until then
 * and does not suspend, so that a screen with many of them renders only once more. A failed load is
 * retried when the next one is mounted.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined
  let isLoading = false
  const listeners = new Set<() => void>()

  async function loadPart() {
    isLoading = true
    try {
      Part = await load()
      for (const listener of listeners) listener()
    } catch {
      isLoading = false
    }
  }
  function subscribe(listener: () => void) {
    listeners.add(listener)
    if (!isLoading) void loadPart()
    return () => void listeners.delete(listener)
  }

  return function LatePart(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => Part)
    return Loaded ? createElement(Loaded, props) : null
  }
}
