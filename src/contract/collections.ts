import * as v from 'valibot'
import { address, list, text, Uuid } from './common.ts'
import { Base } from './conflicts.ts'
import { MAX_COLLECTION_LINKS, MAX_COLLECTIONS } from './limits.ts'
import { Tags } from './links/link-edits.ts'
import { ImageParams } from './links/short-link.ts'
import { LinkOrder } from './search/link-order.ts'

/** `post` shows each link large, so every link in it needs a picture. */
export const CollectionLayout = v.picklist(['list', 'grid', 'post'])
export type CollectionLayout = v.InferOutput<typeof CollectionLayout>

/** Rule of a smart collection. It is evaluated on every read (D-30). */
export const SmartRule = v.object({
  tags: v.optional(Tags, []),
  match: v.optional(v.picklist(['any', 'all']), 'any'),
  domain: v.optional(v.nullable(address(255)), null),
  created_within_days: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
    null,
  ),
  min_clicks: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))),
    null,
  ),
  ordering: v.optional(LinkOrder, '-created'),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
})
export type SmartRule = v.InferOutput<typeof SmartRule>

/** Collection of either type (spec section 3). `rule` is set only for smart ones. */
export const Collection = v.object({
  uuid: Uuid,
  type: v.picklist(['regular', 'smart']),
  name: v.string(),
  image_url: v.nullable(v.string()),
  image_upload_id: v.nullable(v.number()),
  image_params: v.nullable(ImageParams),
  /** Square crop beside the full one (D-42). */
  thumbnail_params: v.nullable(ImageParams),
  thumbnail_url: v.nullable(v.string()),
  layout: CollectionLayout,
  section_title: v.nullable(v.string()),
  /**
   * Number of visible links. Hidden links stay in the collection and count again when they are
   * shown.
   */
  link_count: v.number(),
  /** First four links, for a preview. */
  links: v.array(v.object({ uuid: Uuid, image_url: v.nullable(v.string()) })),
  /** Ordered links of a regular collection; null for smart ones, whose rule selects the links. */
  link_uuids: v.nullable(v.array(Uuid)),
  rule: v.nullable(SmartRule),
  position: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
})
export type Collection = v.InferOutput<typeof Collection>

export const CollectionName = v.pipe(text(120), v.minLength(1, 'Enter a name.'))

export const NewCollection = v.object({
  name: CollectionName,
  image_upload_id: v.optional(
    v.nullable(
      v.pipe(v.number('A valid integer is required.'), v.integer('A valid integer is required.')),
    ),
  ),
  image_params: v.optional(v.nullable(ImageParams)),
  thumbnail_params: v.optional(v.nullable(ImageParams)),
  layout: v.optional(CollectionLayout),
})
export type NewCollection = v.InferInput<typeof NewCollection>

export const CollectionEdit = v.object({ ...v.partial(NewCollection).entries, base: Base })
export type CollectionEdit = v.InferInput<typeof CollectionEdit>

export const NewSmartCollection = v.object({ ...NewCollection.entries, rule: SmartRule })
export type NewSmartCollection = v.InferInput<typeof NewSmartCollection>
export const SmartCollectionEdit = v.object({
  ...v.partial(NewSmartCollection).entries,
  base: Base,
})
export type SmartCollectionEdit = v.InferInput<typeof SmartCollectionEdit>

export const CollectionPage = v.object({
  results: v.array(Collection),
  next: v.nullable(v.string()),
  count: v.number(),
  cursor: v.string(),
})
export type CollectionPage = v.InferOutput<typeof CollectionPage>

/**
 * Answer of GET collections/?since=, with the same fields as LinkDelta in links.ts. It contains
 * smart collections whenever any link of the user changed, since only the server evaluates their
 * rules.
 */
export const CollectionDelta = v.object({
  results: v.array(Collection),
  removed: v.array(Uuid),
  cursor: v.string(),
  has_more: v.boolean(),
  complete: v.boolean(),
})
export type CollectionDelta = v.InferOutput<typeof CollectionDelta>

/** Body of POST (add) and DELETE (remove) of collections/{id}/links/ (A-047). */
export const CollectionLinks = v.object({
  uuids: v.pipe(list(Uuid, MAX_COLLECTION_LINKS), v.minLength(1, 'Select at least one link.')),
})
/**
 * Body of PATCH (order) of the same path. `base` is the order that the client showed; changes made
 * by other clients since then are kept.
 */
export const CollectionLinkOrder = v.object({
  ...CollectionLinks.entries,
  base: v.optional(list(Uuid, MAX_COLLECTION_LINKS)),
})
/**
 * Body of PATCH collections/order/ (not in the specification): collections of the user in the new
 * order. They share the positions that they had before, and all others keep theirs. The same
 * applies to links.
 */
export const CollectionOrder = v.object({
  uuids: v.pipe(list(Uuid, MAX_COLLECTIONS), v.minLength(1, 'Select at least one collection.')),
  base: v.optional(list(Uuid, MAX_COLLECTIONS)),
})
/** Answer of PATCH collections/order/: positions of all collections of the user. */
export const CollectionPositions = v.object({
  results: v.array(v.object({ uuid: Uuid, position: v.number() })),
})
