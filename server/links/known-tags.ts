import { eq, notInArray, sql } from 'drizzle-orm'
import { distinctNames, Spellings } from '#contract/search/spellings.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import { collections, links } from '../platform/db/schema.ts'
import { ownCollections } from './collections/collection-rows.ts'
import { ownLinks } from './link-rows.ts'

type Tag = { name: string }
/** Tag of links. `isElsewhere` is false if only the excepted links have it. */
type UsedTag = Tag & { isElsewhere: boolean }

/** Returns the tags of a user's links, most used first. */
export async function readTags(
  db: DbOrTx,
  userId: string,
  except: string[] = [],
): Promise<UsedTag[]> {
  const isOther = except.length > 0 ? notInArray(links.id, except) : sql`true`
  const used = db
    .select({
      name: sql<string>`unnest(${links.tags})`.as('name'),
      isOther: sql<boolean>`${isOther}`.as('is_other'),
    })
    .from(links)
    .where(ownLinks(userId))
    .as('used')
  return db
    .select({ name: used.name, isElsewhere: sql<boolean>`bool_or(${used.isOther})` })
    .from(used)
    .groupBy(used.name)
    .orderBy(sql`count(*) desc`, used.name)
}

/** Returns the tags in the rules of a user's smart collections. */
const readRuleTags = (db: DbOrTx, userId: string): Promise<Tag[]> =>
  db
    .selectDistinct({ name: sql<string>`jsonb_array_elements_text(${collections.rule} -> 'tags')` })
    .from(collections)
    .where(ownCollections(userId, eq(collections.kind, 'smart')))

/** Returns the spelling in use of a typed tag, or the typed tag if it is new. */
export type TagSpelling = (typed: string) => string

/**
 * Reads the spellings of a user's tags. Tags that differ only in case, accents or the like are one
 * tag. `except` are links that get new tags: a spelling that only they use can be corrected.
 */
export async function readSpellings(
  db: DbOrTx,
  userId: string,
  except: string[] = [],
): Promise<TagSpelling> {
  const used = await readTags(db, userId, except)
  const inRules = await readRuleTags(db, userId)
  const exact = new Set([...used, ...inRules].map(({ name }) => name))
  const elsewhere = new Spellings(used.filter(({ isElsewhere }) => isElsewhere))
  const everywhere = new Spellings(used)
  const ofRules = new Spellings(inRules)
  return (typed) => {
    if (exact.has(typed)) return typed
    const known = elsewhere.find(typed)
    if (known) return known.name
    return (everywhere.find(typed) ? undefined : ofRules.find(typed)?.name) ?? typed
  }
}

/** Returns the tags in the spelling that is in use. */
export async function knownTags(
  db: DbOrTx,
  userId: string,
  tags: string[],
  except: string[] = [],
): Promise<string[]> {
  if (tags.length === 0) return tags
  return distinctNames(tags.map(await readSpellings(db, userId, except)))
}
