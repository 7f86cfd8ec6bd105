/** What Chromium offers once per page load; its type is in no library. */
type InstallEvent = Event & {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallEvent | undefined
let installed = false
const listeners = new Set<() => void>()

function tell() {
  for (const listener of listeners) listener()
}

/** Called before anything else: on later visits the event comes before the app does (offline 20). */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Kept for a moment when it helps; the browser's own bar would come over the first screen.
    event.preventDefault()
    offer = event as InstallEvent
    tell()
  })
  addEventListener('appinstalled', () => {
    offer = undefined
    installed = true
    tell()
  })
}

export const isOffered = () => offer !== undefined
/** In this page's time; an installed window knows it from how it is shown. */
export const wasInstalled = () => installed

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows the browser's own question. An event answers once, so a later tap needs a new one. */
export async function askToInstall(): Promise<boolean> {
  const event = offer
  if (!event) return false
  offer = undefined
  await event.prompt()
  const { outcome } = await event.userChoice
  tell()
  return outcome === 'accepted'
}
