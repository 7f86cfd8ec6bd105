const FIELD = '#main [role=search] input'

/** Focuses the search field of this screen. Returns false if there is none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(FIELD)
  field?.focus()
  field?.select()
  return field !== null
}

let waiting: AbortController | undefined

/**
 * Focuses the search field of a screen that is still loading, unless the user does something
 * before.
 */
export function focusSearchWhenReady(): void {
  waiting?.abort()
  const controller = new AbortController()
  waiting = controller
  const watcher = new MutationObserver(() => {
    if (focusSearch()) controller.abort()
  })
  controller.signal.addEventListener('abort', () => watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  for (const other of ['keydown', 'pointerdown'])
    addEventListener(other, () => controller.abort(), { signal: controller.signal })
}
