/*
 * Support for the back/forward cache. A browser may keep a page that the user leaves and show it
 * again later. No code of the page runs meanwhile, so what it has started would stay open: in
 * WebKit, its transactions block all other pages and the deletion at a sign-out; before Safari 26,
 * its locks do too. Therefore this module ends both when the page is left, as the browser does for
 * pages that it does not keep.
 */

const leaveHandlers = new Set<() => void>()
let leaveCount = 0
let isPageCached = false
let shownAgain: Promise<void> | undefined
let resolveShown = () => {}
let resumeTimer: ReturnType<typeof setTimeout> | undefined

/** The service worker also runs this module, but has no such events. */
const isPersisted = (event: Event) => 'persisted' in event && event.persisted === true

globalThis.addEventListener?.('pagehide', (event) => {
  if (!isPersisted(event)) return
  clearTimeout(resumeTimer)
  isPageCached = true
  leaveCount += 1
  shownAgain ??= new Promise((resolve) => {
    resolveShown = resolve
  })
  for (const end of leaveHandlers) end()
})

globalThis.addEventListener?.('pageshow', (event) => {
  if (!isPersisted(event)) return
  isPageCached = false
  // Wait until other listeners have dropped the unfinished work of a user who has signed out.
  resumeTimer = setTimeout(() => {
    resolveShown()
    shownAgain = undefined
  })
})

/**
 * Drops the work that was interrupted when the page was left, because its user has signed out
 * since.
 */
export function dropInterruptedWork(): void {
  resolveShown = () => {}
  shownAgain = undefined
}

/**
 * Registers a function that runs each time the page is left. Returns a function that removes it.
 */
export function onPageLeave(end: () => void): () => void {
  leaveHandlers.add(end)
  return () => void leaveHandlers.delete(end)
}

/** Aborts a transaction when the page is left. Its changes are rolled back. */
export function abortOnLeave(transaction: IDBTransaction): void {
  const abort = () => {
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
  }
  if (isPageCached) return abort()
  const removeHandler = onPageLeave(abort)
  transaction.addEventListener('complete', removeHandler)
  transaction.addEventListener('abort', removeHandler)
}

/**
 * Runs `work`. If it failed because the page was left, runs it again when the page is shown again.
 */
export async function retryAfterReturn<T>(work: () => Promise<T>): Promise<T> {
  await shownAgain
  const before = leaveCount
  try {
    return await work()
  } catch (error) {
    if (leaveCount === before) throw error
    return retryAfterReturn(work)
  }
}
