import { useSyncExternalStore } from 'react'

/** Follows the size of text, which people may change at any time: rows are as high as it asks for. */
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
