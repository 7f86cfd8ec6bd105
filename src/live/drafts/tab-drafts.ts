import { readSession } from '../session.ts'

/*
 * Where drafts wait when the database takes nothing more: it is missing, full, or a newer version has
 * it. The tab's own store outlives the reload that all three of them ask for.
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

export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify(value))
  } catch {
    // Then it lives as long as the page does.
  }
}

export function dropFromTab(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // It was never kept.
  }
}

/** Whether somebody else has typed something in this tab. */
export function hasTabDraftsBut(uuid: string | null): boolean {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    return names.some((name) => !uuid || !name.startsWith(`${PREFIX}${uuid}-`))
  } catch {
    return false
  }
}

/** At a wipe; but for what this person had typed (D-105). */
export function wipeTabDrafts(keepOf: string | null): void {
  try {
    const names = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names)
      if (!keepOf || !name.startsWith(`${PREFIX}${keepOf}-`)) sessionStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to wipe.
  }
}
