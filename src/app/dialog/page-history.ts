import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'

const EVENT = 'beforeunload'
const FIRST = { capture: true }

/**
 * Creates the router's history, which listens for `beforeunload` only while something blocks. The
 * library's own always listens: a slow phone then waits for the page at every reload, and Firefox
 * does not keep the page in its back/forward cache.
 */
export function createPageHistory(): RouterHistory {
  let askListener: ((event: BeforeUnloadEvent) => void) | undefined
  const history = createBrowserHistory({
    window: {
      history: window.history,
      location: window.location,
      document,
      addEventListener: (
        name: string,
        listener: typeof askListener & EventListener,
        options?: object,
      ) => {
        if (name === EVENT) askListener = listener
        else window.addEventListener(name, listener, options)
      },
      removeEventListener: (name: string, listener: EventListener, options?: object) =>
        window.removeEventListener(name, listener, options),
    },
  })
  const { block } = history
  let blocking = 0
  history.block = (blocker) => {
    const unblock = block(blocker)
    blocking += 1
    if (askListener) window.addEventListener(EVENT, askListener, FIRST)
    return () => {
      unblock()
      blocking -= 1
      if (askListener && blocking === 0) window.removeEventListener(EVENT, askListener, FIRST)
    }
  }
  return history
}
