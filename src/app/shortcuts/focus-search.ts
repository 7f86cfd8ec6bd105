const FIELD = '#main [role=search] input'

/** Gives the search field of this screen the focus; false where it has none. */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>(FIELD)
  field?.focus()
  field?.select()
  return field !== null
}

let waiting: AbortController | undefined

/** The same on a screen that is still coming, unless something else is done before. */
export function focusSearchWhenHere(): void {
  waiting?.abort()
  const over = new AbortController()
  waiting = over
  const watcher = new MutationObserver(() => {
    if (focusSearch()) over.abort()
  })
  over.signal.addEventListener('abort', () => watcher.disconnect())
  watcher.observe(document.body, { childList: true, subtree: true })
  for (const other of ['keydown', 'pointerdown'])
    addEventListener(other, () => over.abort(), { signal: over.signal })
}
