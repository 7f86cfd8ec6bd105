/*
 * Support for the back/forward cache. A browser may keep a page that the user leaves and show it
 * again later. No code of the page runs meanwhile, so what it has started would stay open: in
 * WebKit, its transactions block all other pages and the deletion at a sign-out; before Safari 26,
 * its locks do too. Therefore this module ends both when the page is left, as the browser does for
 * pages that it does not keep.
 */

const ends = new Set<() => void>()
let timesLeft = 0
let isKept = false
let shownAgain: Promise<void> | undefined
let show = () => {}
let goingOn: ReturnType<typeof setTimeout> | undefined

/** The service worker also runs this module, but has no such events. */
const isAboutKeeping = (event: Event) => 'persisted' in event && event.persisted === true

globalThis.addEventListener?.('pagehide', (event) => {
  if (!isAboutKeeping(event)) return
  clearTimeout(goingOn)
  isKept = true
  timesLeft += 1
  shownAgain ??= new Promise((resolve) => {
    show = resolve
  })
  for (const end of ends) end()
})

globalThis.addEventListener?.('pageshow', (event) => {
  if (!isAboutKeeping(event)) return
  isKept = false
  // After the code that drops unfinished work of a former user.
  goingOn = setTimeout(() => {
    show()
    shownAgain = undefined
  })
})

/**
 * Drops the work that was interrupted when the page was left, because its user has signed out
 * since.
 */
export function dropUnfinished(): void {
  show = () => {}
  shownAgain = undefined
}

/**
 * Registers a function that runs each time the page is left. Returns a function that removes it.
 */
export function onLeft(end: () => void): () => void {
  ends.add(end)
  return () => void ends.delete(end)
}

/** Aborts a transaction when the page is left. Its changes are rolled back. */
export function endWithPage(transaction: IDBTransaction): void {
  const abort = () => {
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
  }
  if (isKept) return abort()
  const forget = onLeft(abort)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
}

/**
 * Runs `work`. If it failed because the page was left, runs it again when the page is shown again.
 */
export async function despiteLeaving<T>(work: () => Promise<T>): Promise<T> {
  await shownAgain
  const before = timesLeft
  try {
    return await work()
  } catch (error) {
    if (timesLeft === before) throw error
    return despiteLeaving(work)
  }
}
