import { createElement, useSyncExternalStore, type ComponentType } from 'react'

/**
 * Creates a component whose code is loaded when it is first rendered. It renders nothing until then
 * and does not suspend, so that a screen with many of them renders only once more. A failed load is
 * retried when the next one is mounted.
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
