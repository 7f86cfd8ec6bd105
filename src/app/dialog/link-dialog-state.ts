import type { RouterHistory } from '@tanstack/react-router'
import { atom, type createStore } from 'jotai'
import { CREATE_LINK_PARAM, isCreateLinkParam } from '#contract/app-constants.ts'
import { askToLeave } from './unsaved.ts'

/** Views of the link dialog. They form a stack: create, then share, and edit above either. */
export type LinkView =
  /** `now` creates a link for the address without asking further. */
  | { name: 'create'; url?: string; now?: true }
  | { name: 'share'; uuid: string; created?: boolean }
  | { name: 'photo'; uuid: string }
  | { name: 'edit'; uuid: string }

/**
 * State of a history entry. The stack is kept there, so that Back closes one view and a reload
 * restores it. `pushed` counts the entries added by the dialog: closing goes back over those only.
 */
type Entry = { linkViews?: LinkView[]; pushed?: number }

type Store = ReturnType<typeof createStore>

const views = atom<readonly LinkView[]>([])

export const currentView = atom((get) => get(views).at(-1))

export const openView = atom(null, (get, _set, view: LinkView) => {
  const pushed = (readEntry().pushed ?? 0) + 1
  const entry: Entry = { linkViews: [...get(views), view], pushed }
  history.push(href(true), entry, SKIP_BLOCKER)
})

/** Replaces the top view, as "share" does after "create". */
export const replaceView = atom(null, (get, _set, view: LinkView) => {
  const entry: Entry = { ...readEntry(), linkViews: [...get(views).slice(0, -1), view] }
  history.replace(href(true), entry, SKIP_BLOCKER)
})

/** Closes the top view. Asks first if unsaved input would be lost. */
export const closeView = atom(null, async (get, set) => {
  if (!(await set(askToLeave, 'dialogs'))) return
  // All views may have been closed meanwhile.
  if (get(views).length === 0) return
  const remaining = get(views).slice(0, -1)
  set(views, remaining)
  goBack(1, remaining)
})

/** Closes all views without asking, for a sign-out and for dialogs that take over. */
export const resetViews = atom(null, (get, set) => {
  const open = get(views).length
  set(views, [])
  if (open > 0) goBack(open, [])
})

const SKIP_BLOCKER = { ignoreBlocker: true }
let history: RouterHistory
/** Views to keep if going back leads to an entry with more views. */
let viewsAfterBack: LinkView[] | undefined

/** Connects the dialog with the address. Called once, before the first render. */
export function bindLinkDialog(store: Store, routerHistory: RouterHistory) {
  history = routerHistory
  function read() {
    if (viewsAfterBack) {
      const remaining = viewsAfterBack
      viewsAfterBack = undefined
      if (entryViews().length > remaining.length) return rewriteEntry(remaining)
    }
    store.set(views, entryViews())
  }
  read()
  return history.subscribe(read)
}

/**
 * Goes back over entries added by the dialog. An entry that was opened with the parameter is
 * rewritten instead.
 */
function goBack(count: number, remaining: LinkView[]) {
  const { pushed = 0 } = readEntry()
  const steps = Math.min(count, pushed)
  if (steps === 0) return rewriteEntry(remaining)
  viewsAfterBack = remaining
  history.go(-steps, SKIP_BLOCKER)
}

function rewriteEntry(remaining: LinkView[]) {
  const { pushed = 0 } = readEntry()
  const entry: Entry = remaining.length > 0 ? { linkViews: remaining, pushed } : {}
  history.replace(href(remaining.length > 0), entry, SKIP_BLOCKER)
}

const readEntry = () => history.location.state as Entry

/** Returns the stack of the current entry, or the view that the parameter describes. */
function entryViews(): LinkView[] {
  const param = [...new URLSearchParams(history.location.search)].find(([name]) =>
    isCreateLinkParam(name),
  )
  if (!param) return []
  return readEntry().linkViews ?? [parseView(param[1])]
}

/**
 * Returns the view for a parameter value: a page to create a link for, a link to share or edit
 * (contract/activity.ts), or an empty form.
 */
function parseView(value: string): LinkView {
  const [, edit, uuid] = /^(edit-)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(value) ?? []
  if (uuid) return { name: edit ? 'edit' : 'share', uuid }
  return /^https?:\/\//i.test(value) ? { name: 'create', url: value } : { name: 'create' }
}

/** Returns the current address with or without the parameter, removing all of its spellings. */
function href(open: boolean): string {
  const { pathname, search, hash } = history.location
  const params = new URLSearchParams(search)
  for (const name of [...params.keys()].filter(isCreateLinkParam)) params.delete(name)
  if (open) params.set(CREATE_LINK_PARAM, '1')
  const query = params.toString()
  return pathname + (query && `?${query}`) + hash
}
