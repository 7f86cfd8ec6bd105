/** Event on which the UI kit's modals close. Forms keep their input as a draft. */
const CLOSE_MODALS = 'split:close-modals'

export const closeModals = () => window.dispatchEvent(new Event(CLOSE_MODALS))

export function onCloseModals(close: () => void): () => void {
  window.addEventListener(CLOSE_MODALS, close)
  return () => window.removeEventListener(CLOSE_MODALS, close)
}
