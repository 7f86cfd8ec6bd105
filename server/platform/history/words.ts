import type { Author, FieldChange, HistoryEntry } from '#contract/links/history.ts'
import { APP_NAME } from '#contract/text/product-name.ts'
import { currentActor } from '../http/actor.ts'
import type { FieldChanges } from '../db/schema/links/history-schema.ts'
import { shortened } from './shortened.ts'
import type { HistoryRow } from './versions.ts'

/** Name of a field for people, and how its values are written. */
export type FieldWords = {
  label: string
  /** Returns a value in words; null for none. The default is the text itself. */
  text?: (value: unknown) => string | null
  isTime?: boolean
}

/** Maximum length of a value in an answer. Longer ones are cut. */
const MAX_TEXT = 500

const plainText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Returns words for a field with two states. */
export const either = (label: string, on: string, off: string): FieldWords => ({
  label,
  text: (value) => (value === true ? on : off),
})

/** Returns words for a field of which only the fact of a change is told. */
export const onlyChanged = (label: string): FieldWords => ({ label, text: () => null })

/** Describes changed fields in the order of `words`. */
export const inWords = (words: Record<string, FieldWords>, changes: FieldChanges): FieldChange[] =>
  Object.entries(words).flatMap(([field, { label, text = plainText, isTime }]) => {
    const change = changes[field]
    if (!change) return []
    const [before, after] = [shortenedOrNull(text(change.from)), shortenedOrNull(text(change.to))]
    return [{ field, label, before, after, ...(isTime && { is_time: true }) }]
  })

const shortenedOrNull = (text: string | null) => (text === null ? null : shortened(text, MAX_TEXT))

/** Returns whether a person is the one who reads: for the owner's API keys, the owner. */
function isReader(personId: string, userId: string): boolean {
  const { kind, id } = currentActor()
  return personId === (kind === 'person' ? id : userId)
}

type AuthorRow = Pick<HistoryRow, 'actorKind' | 'actorId' | 'actorName'>

/**
 * Returns who made a change, for API answers. Members of the staff are not named, because users
 * deal with the operator as a whole.
 */
export function toAuthor(
  { actorKind: kind, actorId, actorName }: AuthorRow,
  userId: string,
): Author {
  const isOurs = kind === 'operator' || kind === 'system'
  return {
    kind,
    name: isOurs ? APP_NAME : actorName,
    is_you: kind === 'person' && isReader(actorId, userId),
  }
}

/** Builds an entry for API answers. */
export function toEntry(
  row: HistoryRow,
  words: Record<string, FieldWords>,
  userId: string,
): HistoryEntry {
  const { restoredFrom } = row
  return {
    id: row.id,
    at: row.changedAt.toISOString(),
    kind: row.kind,
    by: toAuthor(row, userId),
    changes: inWords(words, row.changes),
    ...(restoredFrom && { restored_from: restoredFrom.toISOString() }),
  }
}

/** Returns the entry for the version before the oldest change that is kept. */
export const startEntry = (createdAt: Date): HistoryEntry => ({
  id: 0,
  at: createdAt.toISOString(),
  kind: 'start',
  by: { kind: 'system', name: APP_NAME, is_you: false },
  changes: [],
})
