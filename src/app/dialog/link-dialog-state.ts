import type { RouterHistory } from '@tanstack/react-router'
import { atom, type createStore } from 'jotai'
import { CREATE_LINK_PARAM, isCreateLinkParam } from '#contract/app-constants.ts'
import { askToLeave } from './unsaved.ts'

/** The link dialog is a small stack of views: create, then share, and edit above either. */
export type LinkView =
  /** `now`: an address that is to be made into a link without a further question. */
  | { name: 'create'; url?: string; now?: true }
  | { name: 'share'; uuid: string; created?: boolean }
  | { name: 'photo'; uuid: string }
  | { name: 'edit'; uuid: string }

/**
 * The stack lives in the browser's history entry, so that Back closes one view and a reload brings
 * the same one. `pushed` counts the entries that are ours: closing goes back over those only.
 */
type Entry = { linkViews?: LinkView[]; pushed?: number }

type Store = ReturnType<typeof createStore>

const views = atom<readonly LinkView[]>([])

export const currentView = atom((get) => get(views).at(-1))

export const openView = atom(null, (get, _set, view: LinkView) => {
  const pushed = (readEntry().pushed ?? 0) + 1
  const entry: Entry = { linkViews: [...get(views), view], pushed }
  history.push(href(true), entry, UNASKED)
})

/** Takes the place of the view on top, as SHARE does after CREATE. */
export const replaceView = atom(null, (get, _set, view: LinkView) => {
  const entry: Entry = { ...readEntry(), linkViews: [...get(views).slice(0, -1), view] }
  history.replace(href(true), entry, UNASKED)
})

/** Closes the view on top, after asking when something typed would be lost. */
export const closeView = atom(null, async (get, set) => {
  if (!(await set(askToLeave, 'dialogs'))) return
  // Meanwhile something else may have closed them all.
  if (get(views).length === 0) return
  const left = get(views).slice(0, -1)
  set(views, left)
  leave(1, left)
})

/** Closes them all, without asking: for a sign-out, and for dialogs that take over (D-105). */
export const resetViews = atom(null, (get, set) => {
  const open = get(views).length
  set(views, [])
  if (open > 0) leave(open, [])
})

const UNASKED = { ignoreBlocker: true }
let history: RouterHistory
/** What the entry becomes when going back to it does not close enough. */
let arriving: LinkView[] | undefined

/** Ties the dialog to the address bar. Called once, before the first render. */
export function bindLinkDialog(store: Store, routerHistory: RouterHistory) {
  history = routerHistory
  function read() {
    if (arriving) {
      const left = arriving
      arriving = undefined
      if (entryViews().length > left.length) return settle(left)
    }
    store.set(views, entryViews())
  }
  read()
  return history.subscribe(read)
}

/** Back over our own entries; an entry that came with the parameter is rewritten instead. */
function leave(count: number, left: LinkView[]) {
  const { pushed = 0 } = readEntry()
  const steps = Math.min(count, pushed)
  if (steps === 0) return settle(left)
  arriving = left
  history.go(-steps, UNASKED)
}

function settle(left: LinkView[]) {
  const { pushed = 0 } = readEntry()
  const entry: Entry = left.length > 0 ? { linkViews: left, pushed } : {}
  history.replace(href(left.length > 0), entry, UNASKED)
}

const readEntry = () => history.location.state as Entry

/** The entry's own stack, or the view that the parameter alone asks for (D-03). */
function entryViews(): LinkView[] {
  const asked = [...new URLSearchParams(history.location.search)].find(([name]) =>
    isCreateLinkParam(name),
  )
  if (!asked) return []
  return readEntry().linkViews ?? [askedView(asked[1])]
}

/** A page to make a link for, a link to share or edit (contract/activity.ts), or neither. */
function askedView(value: string): LinkView {
  const [, edit, uuid] = /^(edit-)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(value) ?? []
  if (uuid) return { name: edit ? 'edit' : 'share', uuid }
  return /^https?:\/\//i.test(value) ? { name: 'create', url: value } : { name: 'create' }
}

/** This address with or without the parameter, whichever way it was spelled. */
function href(open: boolean): string {
  const { pathname, search, hash } = history.location
  const params = new URLSearchParams(search)
  for (const name of [...params.keys()].filter(isCreateLinkParam)) params.delete(name)
  if (open) params.set(CREATE_LINK_PARAM, '1')
  const query = params.toString()
  return pathname + (query && `?${query}`) + hash
}
