import * as v from 'valibot'
import { list, text, Uuid } from './common.ts'
import { Base } from './conflicts.ts'
import { MAX_COLLECTION_LINKS, MAX_COLLECTIONS } from './limits.ts'
import { ImageParams, LinkOrder, Tags } from './links.ts'

/** `post` shows each link large, so every link in it needs a picture. */
export const CollectionLayout = v.picklist(['list', 'grid', 'post'])
export type CollectionLayout = v.InferOutput<typeof CollectionLayout>

/** What a smart collection holds, worked out whenever it is read (D-30). */
export const SmartRule = v.object({
  tags: v.optional(Tags, []),
  match: v.optional(v.picklist(['any', 'all']), 'any'),
  domain: v.optional(v.nullable(text(255)), null),
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

/** A collection of either kind (spec section 3; `rule` only on smart ones). */
export const Collection = v.object({
  uuid: Uuid,
  type: v.picklist(['regular', 'smart']),
  name: v.string(),
  image_url: v.nullable(v.string()),
  image_upload_id: v.nullable(v.number()),
  image_params: v.nullable(ImageParams),
  /** The square crop beside the full one (D-42), and the cover cut to it. */
  thumbnail_params: v.nullable(ImageParams),
  thumbnail_url: v.nullable(v.string()),
  layout: CollectionLayout,
  section_title: v.nullable(v.string()),
  /** Without hidden links: they stay in the collection, and show again when they are shown. */
  link_count: v.number(),
  /** The first four, for a preview. */
  links: v.array(v.object({ uuid: Uuid, image_url: v.nullable(v.string()) })),
  /** Links of a regular collection in their order; null on smart ones, whose links the rule gives. */
  link_uuids: v.nullable(v.array(Uuid)),
  rule: v.nullable(SmartRule),
  position: v.number(),
  created_at: v.string(),
  updated_at: v.string(),
})
export type Collection = v.InferOutput<typeof Collection>

const Name = v.pipe(text(120), v.minLength(1, 'Give the collection a name.'))

export const NewCollection = v.object({
  name: Name,
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
 * The delta contract of links.ts, for GET collections/?since=. Smart collections are in it whenever
 * any link of the person changed, since only the server evaluates their rules.
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
/** … and of PATCH (order). `base` is the order that was seen: what others moved since stays moved. */
export const CollectionLinkOrder = v.object({
  ...CollectionLinks.entries,
  base: v.optional(list(Uuid, MAX_COLLECTION_LINKS)),
})
/**
 * Body of PATCH collections/order/ (ours): collections of the person in the wanted order. The named
 * ones change places among themselves, others stay where they are; so it is with links, too.
 */
export const CollectionOrder = v.object({
  uuids: v.pipe(list(Uuid, MAX_COLLECTIONS), v.minLength(1, 'Select at least one collection.')),
  base: v.optional(list(Uuid, MAX_COLLECTIONS)),
})
/** Its answer: the places of all collections of the person. */
export const CollectionPlaces = v.object({
  results: v.array(v.object({ uuid: Uuid, position: v.number() })),
})
