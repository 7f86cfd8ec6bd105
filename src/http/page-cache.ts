/*
 * A page that is left may be kept by the browser as it is, to be shown again when somebody goes back (the
 * back/forward cache). Nothing of it runs there, so that what it has begun would stay begun: in WebKit its
 * transactions hold up every other page, and the deletion at a sign-out; before Safari 26 its locks do, too.
 * So it ends them as it is left, as the browser does for a page that is not kept.
 */

const ends = new Set<() => void>()
let timesLeft = 0
let isKept = false
let shownAgain: Promise<void> | undefined
let show = () => {}
let goingOn: ReturnType<typeof setTimeout> | undefined

/** The worker, which runs this too, has no such events. */
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
  // After whoever drops what was left unfinished.
  goingOn = setTimeout(() => {
    show()
    shownAgain = undefined
  })
})

/** What the page was about when it was left stays undone: its person has signed out since. */
export function dropUnfinished(): void {
  show = () => {}
  shownAgain = undefined
}

/** Called as the page is left, each time, until it is taken back. */
export function onLeft(end: () => void): () => void {
  ends.add(end)
  return () => void ends.delete(end)
}

/** Ends a transaction with its page; what it would have changed stays as it was. */
export function endWithPage(transaction: IDBTransaction): void {
  const abort = () => {
    try {
      transaction.abort()
    } catch {
      // It has ended by itself.
    }
  }
  if (isKept) return abort()
  const forget = onLeft(abort)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
}

/** Does `work` once more, when the page is shown again, if it failed because the page was left. */
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
