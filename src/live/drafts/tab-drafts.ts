import { readSession } from '../session.ts'

/*
 * Stores drafts in `sessionStorage` when the database is missing, full or blocked by a newer
 * version. They survive the reload that these cases need.
 */
const PREFIX = 'split-draft-'

const keyOf = (name: string) => `${PREFIX}${readSession()?.uuid ?? ''}-${name}`

export function tabDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null')
  } catch {
    return null
  }
}

export function saveTabDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {
    // The draft then lasts only as long as the page.
  }
}

export function deleteTabDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // Without storage no draft was kept.
  }
}

/** Returns whether this tab holds drafts of another user. */
export function hasTabDraftsOfOthers(uuid: string | null): boolean {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    return names.some((name) => !uuid || !name.startsWith(`${PREFIX}${uuid}-`))
  } catch {
    return false
  }
}

/** Deletes the drafts of this tab, except those of one user, if given. */
export function wipeTabDrafts(keepUserId: string | null): void {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names)
      if (!keepUserId || !name.startsWith(`${PREFIX}${keepUserId}-`))
        sessionStorage.removeItem(name)
  } catch {}
}
