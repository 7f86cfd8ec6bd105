import { inArray } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addedParameters } from '#contract/links/added-parameters.ts'
import type { LinkParameters } from '#contract/links/parameter-sets.ts'
import type { Deps } from '../../env.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { links } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { changedFields } from '../../platform/lists/differing.ts'
import { invalidateLink } from '../invalidate.ts'
import { storePreviousUrl } from '../link-addresses.ts'
import { ownLinks, selectLinks, type LinkRow } from '../link-rows.ts'
import { utmChanges } from '../link-utm.ts'
import { readTargetPage } from '../links.ts'
import { toLink } from '../links-presenter.ts'
import { MAX_URL_LENGTH } from '../target.ts'
import { updateLink } from '../update-link.ts'

type Input = InferOutput<typeof LinkParameters>

/**
 * Adds parameters to the targets of several links, and returns these links. Parameters of the same
 * names are replaced. Ids of other users' links are ignored. Pages that have been read are not read
 * again, because a parameter for statistics does not change them.
 *
 * @throws FieldError without changing any link if one of them cannot get the parameters.
 */
export async function addParameters(
  deps: Deps,
  userId: string,
  { uuids, parameters }: Input,
): Promise<ShortLink[]> {
  // Before anything is locked, because storing clicks needs the same rows.
  await deps.clicks.settle()
  return deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const own = ownLinks(userId, inArray(links.id, uuids))
    const rows = await tx.select().from(links).where(own).orderBy(links.id).for('update')
    for (const row of rows) {
      const changes = changesOf(row, parameters)
      if (Object.keys(changes).length === 0) continue
      // oxlint-disable-next-line no-await-in-loop -- one connection; each has its own notice
      await write(tx, row, { ...changes, changeSeq })
      // A page that is being read belongs to the URL before.
      // oxlint-disable-next-line no-await-in-loop
      if (row.metaProgress < 100) await readTargetPage(deps, tx, row.id)
    }
    const changed = await selectLinks(tx).where(own).orderBy(links.id)
    return changed.map((row) => toLink(row, deps.config))
  })
}

function changesOf(row: LinkRow, parameters: Input['parameters']): Partial<LinkRow> {
  const { url: typed, ...utm } = addedParameters(row.url, parameters)
  const url = new URL(typed).href
  if (url !== row.url && row.blockedAt !== null) {
    refuse(`The operator has blocked “${row.name}”, so its URL cannot change. Leave it out.`)
  }
  if (url.length > MAX_URL_LENGTH) {
    refuse(`The URL of “${row.name}” would have more than ${MAX_URL_LENGTH} characters.`)
  }
  return changedFields(row, { url, ...utmChanges(utm) })
}

function refuse(text: string): never {
  throw new FieldError('parameters', text)
}

async function write(tx: Tx, row: LinkRow, changes: Partial<LinkRow>) {
  await updateLink(tx, row, { ...changes, updatedAt: new Date() }, { kind: 'bulk' })
  await invalidateLink(tx, row)
  if (changes.url === undefined) return
  const move = { linkId: row.id, userId: row.userId, fromUrl: row.url, toUrl: changes.url }
  await storePreviousUrl(tx, move)
}
