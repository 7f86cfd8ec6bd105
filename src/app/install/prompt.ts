/** Chromium's install event, fired once per page load. TypeScript has no type for it. */
type InstallEvent = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallEvent | undefined
let isInstalled = false
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

/**
 * Catches the install event. Called first, because on later visits it is fired before the app has
 * loaded.
 */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Keep the event for later, and prevent the browser's own bar over the first screen.
    event.preventDefault()
    offer = event as InstallEvent
    notify()
  })
  addEventListener('appinstalled', () => {
    offer = undefined
    isInstalled = true
    notify()
  })
}

export const isOffered = () => offer !== undefined
/**
 * Returns whether the app was installed since this page loaded. An installed window is detected by
 * its display mode.
 */
export const wasInstalled = () => isInstalled

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows the browser's install dialog. An event can be used once, so a later tap needs a new one.
 */
export async function askToInstall(): Promise<boolean> {
  const event = offer
  if (!event) return false
  offer = undefined
  await event.prompt()
  const { outcome } = await event.userChoice
  notify()
  return outcome === 'accepted'
}
