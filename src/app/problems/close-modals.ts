/** The kit's modals listen to this without knowing the app; forms keep what was typed as a draft (D-105). */
const CLOSE_MODALS = 'split:close-modals'

export const closeModals = () => window.dispatchEvent(new Event(CLOSE_MODALS))

export function onCloseModals(close: () => void): () => void {
  window.addEventListener(CLOSE_MODALS, close)
  return () => window.removeEventListener(CLOSE_MODALS, close)
}
