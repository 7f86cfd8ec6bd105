import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { Rule } from '#contract/rules/rules.ts'
import { SHORT_CODE_HELP, SHORT_CODE_PATTERN } from '#contract/links/codes.ts'
import type { LinkEdit } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { needsScheme } from '#contract/links/target-url.ts'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import { nextChange } from '../platform/db/changes.ts'
import type { Tx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../platform/http/errors.ts'
import { toLink } from './links-presenter.ts'
import { invalidateLink } from './invalidate.ts'
import { linkKey } from './link-key.ts'
import { findBrand } from './in-network.ts'
import { storePreviousUrl } from './link-addresses.ts'
import { ownDomainOfUrl, requireUsableDomain } from './link-domains.ts'
import { collectionsChanged } from './collections/collection-changes.ts'
import { changedFields } from '../platform/lists/differing.ts'
import { setCollections } from './link-collections.ts'
import { mergeEdit } from '../platform/lists/merge-edit.ts'
import { endingChanges, forgetPlaces } from './link-ending.ts'
import { altChanges, pictureChanges } from './link-picture.ts'
import { knownTags } from './known-tags.ts'
import { ownLink, readLink, type LinkRow } from './link-rows.ts'
import { readTargetPage } from './links.ts'
import { refuseLosingPicture } from './post-layout.ts'
import { explainTaken } from './link-taken.ts'
import { inAppChanges } from './link-in-app.ts'
import { hashNewPassword, storePassword, type NewPassword } from './link-password.ts'
import { utmChanges } from './link-utm.ts'
import { mergeRules } from './rules/merge-rules.ts'
import { rulesChange } from './rules/stored-rules.ts'
import { storeFormerCode, refuseFormer, refuseReservedCode } from './short-codes.ts'
import { readTarget } from './target.ts'
import { updateLink, type LinkCause } from './update-link.ts'

type Edit = v.InferOutput<typeof LinkEdit>
type Changes = Partial<LinkRow>

export async function editLink(
  deps: Deps,
  userId: string,
  id: string,
  edit: Edit,
): Promise<ShortLink> {
  // Before anything is locked, because storing clicks needs the same rows.
  await deps.clicks.settle()
  const password = await hashNewPassword(edit.password)
  try {
    const row = await deps.db.transaction(async (tx) => {
      const { link, changeSeq } = await lockLink(tx, userId, id)
      const own = await ownChanges(deps, tx, link, withClearedUtm(edit))
      await applyEdit(deps, tx, { link, changeSeq, edit: own, password })
      return readLink(tx, userId, id)
    })
    return toLink(row, deps.config)
  } catch (error) {
    throw explainTaken(error)
  }
}

/** Locks a link of a user for a change. Throws a 404 if there is none. */
export async function lockLink(tx: Tx, userId: string, id: string) {
  const changeSeq = await nextChange(tx, userId)
  const [link] = await tx.select().from(links).where(ownLink(userId, id)).for('update')
  if (!link) throw new HTTPException(404)
  return { link, changeSeq }
}

type LockedEdit = {
  link: LinkRow
  changeSeq: number
  edit: Edit
  password?: NewPassword
  cause?: LinkCause
}

/** Changes a locked link, with all checks of an edit. */
export async function applyEdit(
  deps: Deps,
  tx: Tx,
  { link, changeSeq, edit, password, cause }: LockedEdit,
): Promise<void> {
  const newValues = {
    ...plainChanges(link, edit),
    ...(edit.tags && { tags: await knownTags(tx, link.userId, edit.tags, [link.id]) }),
    ...(await pictureChanges(tx, link, edit)),
    ...(await codeChanges(tx, link, edit)),
    ...(await targetChanges(deps, tx, link, edit)),
    ...(await endingChanges(deps, tx, edit, link)),
    ...(password !== undefined && { hasPassword: password !== null }),
    ...(await rulesChange(tx, deps.config, edit.rules, link.rules)),
    ...inAppChanges(edit),
  }
  const changes = changedFields(link, { ...newValues, ...altChanges(link, newValues, edit) })
  const after = { ...link, ...changes }
  const isChanged = Object.keys(changes).length > 0 || Boolean(password)
  if (isChanged) {
    const values = { ...changes, changeSeq, updatedAt: new Date() }
    await updateLink(tx, link, values, { ...cause, hasNewPassword: Boolean(password) })
  }
  const names = edit.regular_collection_names
  if (names && (await setCollections(tx, link, names, changeSeq))) {
    await updateLink(tx, link, { changeSeq, updatedAt: new Date() })
  }
  if (edit.custom_image_upload_id === null) await refuseLosingPicture(tx, link, after)
  if (!isChanged) return
  await storePassword(tx, link.id, password)
  await forgetPlaces(tx, link, after)
  if (SHOWN_IN_COLLECTIONS.some((name) => name in changes)) {
    await collectionsChanged(tx, link.id, changeSeq)
  }
  await recordMove(tx, link, after, deps.config.ceilings.formerCodes)
  if (changes.metaProgress === 0) await readTargetPage(deps, tx, link.id)
}

/**
 * Returns the fields that this client has changed. Concurrent changes of other clients are kept.
 */
async function ownChanges(deps: Deps, tx: Tx, link: LinkRow, { base, ...sent }: Edit) {
  // A password is in no answer, so it cannot be compared. The last one wins.
  const { password: _password, ...edit } = sent
  if (!base) return edit
  const latest = toLink(await readLink(tx, link.userId, link.id), deps.config)
  // A name read from the page does not count as a concurrent change, so the client's name wins.
  const name = link.nameChosen ? latest.name : base['name']
  const current = { ...latest, name, link_domain_id: latest.link_domain_id.id }
  return mergeEdit(...withMergedRules(edit, { base, current, latest }, link.rules ?? []))
}

/** Merges the rules one by one before the fields are compared. */
function withMergedRules<Fields extends Pick<Edit, 'rules'>>(
  edit: Fields,
  context: Parameters<typeof mergeEdit>[1],
  current: Rule[],
): Parameters<typeof mergeEdit<Fields>> {
  const seen = v.safeParse(v.array(Rule), context.base['rules'] ?? [])
  const rules = edit.rules && seen.success && mergeRules(seen.output, current, edit.rules)
  if (!rules) return [edit, context]
  return [
    { ...edit, rules },
    {
      ...context,
      base: { ...context.base, rules: current },
      current: { ...context.current, rules: current },
    },
  ]
}

/** Fields that affect the count and preview of collections. */
const SHOWN_IN_COLLECTIONS = ['isHidden', 'imageKey', 'customImageUploadId', 'customImageParams']

function plainChanges(link: LinkRow, edit: Edit): Changes {
  const { name } = edit
  return {
    ...(name !== undefined && name !== link.name && { name, nameChosen: true }),
    ...(edit.external_id !== undefined && { externalId: edit.external_id }),
    ...(edit.is_hidden !== undefined && { isHidden: edit.is_hidden }),
    ...(edit.show_code !== undefined && { showsCode: edit.show_code }),
    // The hint can be dismissed but not restored.
    ...(edit.has_tutorial_enabled === false && { hasTutorialEnabled: false }),
    ...utmChanges(edit),
  }
}

/**
 * Adds the omitted utm fields as empty. The complete form leaves empty utm fields out, so omitted
 * means cleared.
 */
function withClearedUtm(edit: Edit): Edit {
  const isWholeForm = edit.name !== undefined && edit.short_code !== undefined && edit.tags
  return isWholeForm ? { ...NO_UTM, ...edit } : edit
}

const NO_UTM = Object.fromEntries(UTM_FIELDS.map((field) => [field, '']))

async function codeChanges(tx: Tx, link: LinkRow, edit: Edit): Promise<Changes> {
  const { short_code, link_domain_id: domainId = link.domainId } = edit
  if (domainId !== link.domainId) await requireUsableDomain(tx, link.userId, domainId)
  const shortCode = short_code ?? link.shortCode
  if (shortCode !== link.shortCode) refuseReservedCode(shortCode)
  const isSame = shortCode === link.shortCode && domainId === link.domainId
  const exactCode = isSame && link.exactCode
  if (!exactCode && !SHORT_CODE_PATTERN.test(shortCode))
    throw new FieldError('short_code', SHORT_CODE_HELP)
  return { shortCode, domainId, exactCode }
}

async function targetChanges(deps: Deps, tx: Tx, link: LinkRow, edit: Edit): Promise<Changes> {
  const target =
    edit.url === undefined
      ? link
      : readTarget(edit.url, deps.config, await ownDomainOfUrl(tx, edit.url))
  if (target.url === link.url) return networkChange(link, edit)
  if (link.blockedAt !== null) {
    throw new FieldError('url', 'The operator has blocked this link, so its URL cannot change.')
  }
  const brand = await findBrand(tx, target.url)
  const isNamed = link.nameChosen || (edit.name !== undefined && edit.name !== link.name)
  const fresh = {
    ...target,
    brandId: brand?.id ?? null,
    treatAsInNetwork: brand !== undefined,
    schemeAdded: edit.scheme_added ?? needsScheme(edit.url ?? ''),
    addressCorrected: false,
    // A link with a name and picture by the creator needs no data from the page.
    metaProgress: isNamed && hasOwnPicture(link, edit) ? 100 : 0,
    metaError: null,
    imageKey: null,
    ...(!isNamed && { name: target.host }),
  }
  return { ...fresh, ...networkChange(fresh, edit) }
}

const hasOwnPicture = (link: LinkRow, { custom_image_upload_id: id }: Edit) =>
  (id === undefined ? link.customImageUploadId : id) !== null

/**
 * Returns the change of the network setting. Only a link to a brand can be treated as in the
 * network.
 */
function networkChange(link: { brandId: string | null }, edit: Edit): Changes {
  if (edit.treat_as_in_network === undefined) return {}
  if (edit.treat_as_in_network && link.brandId === null) {
    throw new FieldError('treat_as_in_network', 'This shop is not in the network.')
  }
  return { treatAsInNetwork: edit.treat_as_in_network }
}

/**
 * Stores the previous URL, invalidates caches, and reserves a former code so that no other link can
 * get it.
 */
async function recordMove(tx: Tx, before: LinkRow, after: LinkRow, maxFormerCodes: number) {
  if (before.url !== after.url) {
    const [fromUrl, toUrl] = [before.url, after.url]
    await storePreviousUrl(tx, { linkId: after.id, userId: after.userId, fromUrl, toUrl })
  }
  await invalidateLink(tx, after)
  if (linkKey(before) === linkKey(after)) return
  await invalidateLink(tx, before)
  await refuseFormer(tx, after.domainId, after.shortCode, after.id)
  await storeFormerCode(tx, after.id, before, after, maxFormerCodes)
}
