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

/** Returns whether this tab holds drafts of other users. */
export function hasTabDraftsOfOthers(uuids: string[]): boolean {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    return names.some((name) => !isOf(name, uuids))
  } catch {
    return false
  }
}

const isOf = (name: string, uuids: string[]) =>
  uuids.some((uuid) => name.startsWith(`${PREFIX}${uuid}-`))

/** Deletes the drafts of this tab, except those of the given users. */
export function wipeTabDrafts(keepUserIds: string[]): void {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names) if (!isOf(name, keepUserIds)) sessionStorage.removeItem(name)
  } catch {}
}
