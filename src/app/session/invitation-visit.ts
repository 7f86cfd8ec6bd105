import { atom, type createStore } from 'jotai'
import { readSession } from '#live/session.ts'

/** Path at which the invitation sheet was opened since the app was loaded; empty after it was closed. */
export const shownAtAtom = atom<string | null>(null)

/** Number of brand links followed since the app was loaded. Each may open the sheet again. */
export const followedLinksAtom = atom(0)

/** Account that has seen the sheet in this tab. */
const SHOWN = 'invitation-shown'
/** Account and time in milliseconds until which its sheet stays closed. */
const LATER = 'invitation-later'
const DAY_MS = 24 * 60 * 60 * 1000

const account = () => readSession()?.uuid ?? ''

/** Returns whether the invitation sheet may open: not yet shown in this visit nor put off for a day. */
export function mayInvite(): boolean {
  try {
    return sessionStorage.getItem(SHOWN) !== account() && !isPutOff()
  } catch {
    return true
  }
}

function isPutOff(): boolean {
  const [owner, time] = (localStorage.getItem(LATER) ?? '').split(' ')
  const until = Number(time)
  const now = Date.now()
  // A clock that was set back does not keep the sheet closed for longer than a day.
  return owner === account() && now < until && until <= now + DAY_MS
}

/** Keeps the sheet from opening again in this visit, also after a reload. */
export const rememberShown = () => keep(() => sessionStorage.setItem(SHOWN, account()))

/** Keeps the sheet closed for a day on this device. */
export const putOff = () =>
  keep(() => localStorage.setItem(LATER, `${account()} ${Date.now() + DAY_MS}`))

/** Lets the sheet open again, for a user who has just followed a brand's link. */
export function inviteAgain(store: ReturnType<typeof createStore>): void {
  keep(() => {
    sessionStorage.removeItem(SHOWN)
    localStorage.removeItem(LATER)
  })
  store.set(shownAtAtom, null)
  store.set(followedLinksAtom, (links) => links + 1)
}

function keep(change: () => void): void {
  try {
    change()
  } catch {
    // Without storage the sheet opens again after the next load.
  }
}
