import { distinctNames, Spellings } from '#contract/search/spellings.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { readSpellings, type TagSpelling } from '../known-tags.ts'
import type { CollectionBook } from './import-collections.ts'
import type { RowLink } from './read-row.ts'

/** Spellings of names in an import. The user's own spelling replaces that of the file. */
export type ImportSpellings = {
  known: TagSpelling
  /** Tags of the rows so far that the user did not have. */
  added: Spellings<{ name: string }>
  /** Names of the file with another spelling, and the name that is used instead. */
  replaced: Map<string, string>
}

export const newSpellings = async (db: DbOrTx, userId: string): Promise<ImportSpellings> => ({
  known: await readSpellings(db, userId),
  added: new Spellings(),
  replaced: new Map(),
})

/** Returns a link with the spellings that the user or an earlier row has. */
export function withSpellings(
  spellings: ImportSpellings,
  book: CollectionBook,
  link: RowLink,
): RowLink {
  const spell = (typed: string, used: string) => {
    if (used !== typed) spellings.replaced.set(typed, used)
    return used
  }
  const tags = link.tags.map((tag) => spell(tag, spellingOf(spellings, tag)))
  const collections = link.collections.map((name) => spell(name, book.find(name)?.name ?? name))
  return { ...link, tags: distinctNames(tags), collections: distinctNames(collections) }
}

function spellingOf({ known, added }: ImportSpellings, tag: string): string {
  const used = known(tag)
  if (used !== tag) return used
  const earlier = added.find(tag)
  if (!earlier) added.add({ name: tag })
  return earlier?.name ?? tag
}
