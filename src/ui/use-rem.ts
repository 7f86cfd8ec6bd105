import { useSyncExternalStore } from 'react'

/**
 * Returns the root font size in px. Users may change it at any time, and row heights depend on it.
 */
export const useRem = () => useSyncExternalStore(subscribe, rem)

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

function subscribe(changed: () => void) {
  const probe = document.createElement('div')
  probe.style.cssText = 'position:fixed;visibility:hidden;width:1rem;height:1rem'
  document.body.append(probe)
  const observer = new ResizeObserver(changed)
  observer.observe(probe)
  return () => {
    observer.disconnect()
    probe.remove()
  }
}
