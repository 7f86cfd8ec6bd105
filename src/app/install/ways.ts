import { useSyncExternalStore } from 'react'
import { isOffered, onInstallChange, wasInstalled } from './prompt.ts'

/**
 * Way to install the app in this browser: by our button, by steps in the browser, or not at all.
 */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'android' | 'mac' | 'desktop' | 'none'

type Browser = {
  userAgent: string
  /** Number of touch points. It distinguishes an iPad, which identifies as a Mac, from a Mac. */
  touchPoints: number
  standalone: boolean
  offered: boolean
}

export function installWay({ userAgent, touchPoints, standalone, offered }: Browser): InstallWay {
  if (standalone) return 'installed'
  if (offered) return 'prompt'
  const mac = userAgent.includes('Macintosh')
  if (/iPhone|iPad|iPod/.test(userAgent) || (mac && touchPoints > 1)) return 'ios'
  if (userAgent.includes('Android')) return 'android'
  if (userAgent.includes('Chrome/')) return 'desktop'
  return mac && !userAgent.includes('Firefox/') ? 'mac' : 'none'
}

/** Returns whether the app runs in an installed window. iOS before 17 has its own property. */
export const isStandalone = () =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true

export const currentWay = () =>
  installWay({
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    standalone: isStandalone() || wasInstalled(),
    offered: isOffered(),
  })

export const useInstallWay = () => useSyncExternalStore(onInstallChange, currentWay)
