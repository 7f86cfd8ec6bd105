import { useSyncExternalStore } from 'react'
import { isOffered, onInstallChange, wasInstalled } from './prompt.ts'

/** How this browser installs the app: by a button of ours, by steps of its own, or not at all. */
export type InstallWay = 'installed' | 'prompt' | 'ios' | 'android' | 'mac' | 'desktop' | 'none'

type Browser = {
  userAgent: string
  /** An iPad calls itself a Mac; a Mac has no touch screen. */
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

/** iOS before 17 says it in its own way. */
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
