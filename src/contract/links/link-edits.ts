import * as v from 'valibot'
import { address, FieldErrors, list, MAX_ID, text, Uuid } from '../common.ts'
import { Base } from '../conflicts.ts'
import { MAX_BULK_LINKS, MAX_COLLECTIONS, MAX_TAGS } from '../limits.ts'
import { Rules } from '../rules/rules.ts'
import { distinctNames } from '../search/spellings.ts'
import { EditedCode, NewCode } from './codes.ts'
import { LinkInApp } from './in-app.ts'
import { LinkLimits } from './limits.ts'

const Url = v.pipe(address(2000), v.minLength(1, 'Paste a URL.'))

const TOO_MANY_TAGS = `A link can have ${MAX_TAGS} tags.`

/**
 * Tags without blank and repeated ones, which are removed silently. Of tags that
 * differ only in case, accents or the like the first is kept.
 */
export const Tags = v.pipe(
  list(text(50), 10 * MAX_TAGS, TOO_MANY_TAGS),
  v.transform((tags) => distinctNames(tags.filter((tag) => tag !== ''))),
  v.maxLength(MAX_TAGS, TOO_MANY_TAGS),
)

/**
 * True if the client added the scheme to the typed address. The server may then correct it (D-16).
 */
const schemeAdded = v.optional(v.boolean())

const CollectionNames = v.optional(list(text(120), MAX_COLLECTIONS))

const utm = v.optional(text(200))
export const UNKNOWN_DOMAIN = 'Choose one of your domains.'

/**
 * Id of a link in the user's own system, unique per user. Addresses cannot contain `.` and `..` as
 * parts, so such a link could not be found by its id. Not in the specification.
 */
export const ExternalId = v.pipe(
  address(200),
  v.minLength(1, 'Give an id, or leave it out.'),
  v.check((id) => id !== '.' && id !== '..', 'Use another id than . or .. for this link.'),
)

/** Fields that can be set when a link is created, and changed later. */
const LinkContent = {
  regular_collection_names: CollectionNames,
  name: v.optional(v.pipe(text(300), v.minLength(1, 'Enter a name.'))),
  short_code: NewCode,
  tags: v.optional(Tags),
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
  is_hidden: v.optional(v.boolean()),
  show_code: v.optional(v.boolean()),
  link_domain_id: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, UNKNOWN_DOMAIN),
      v.maxValue(MAX_ID, UNKNOWN_DOMAIN),
    ),
  ),
  ...LinkLimits,
  fallback_url: v.optional(address(2000)),
  pass_query: v.optional(v.boolean()),
  rules: v.optional(Rules),
  ...LinkInApp,
  external_id: v.optional(v.nullable(ExternalId)),
}

/**
 * Body of POST links/ (A-026). The specification has `url` and `regular_collection_names`; the
 * other fields save the public API a second call.
 */
export const NewLink = v.object({ url: Url, scheme_added: schemeAdded, ...LinkContent })
export type NewLink = v.InferInput<typeof NewLink>

/** Maximum number of links that one call creates. */
export const MAX_NEW_LINKS = 100

/**
 * Body of POST links/bulk/. Each link is validated by itself, so that one mistake does not refuse
 * the others. Not in the specification.
 */
export const NewLinks = v.object({
  links: v.pipe(
    list(v.unknown(), MAX_NEW_LINKS, `Send at most ${MAX_NEW_LINKS} links in one call.`),
    v.minLength(1, 'Send at least one link.'),
  ),
})

/** Answer of POST links/bulk/, one result for each link in the same order. */
export const NewLinksAnswer = v.object({
  results: v.array(
    v.union([v.object({ uuid: Uuid, split_url: v.string() }), v.object({ errors: FieldErrors })]),
  ),
})
export type NewLinksAnswer = v.InferOutput<typeof NewLinksAnswer>

/** Body of PATCH links/{uuid}/ (A-029). Fields left out keep their value; for utm_* see D-24. */
export const LinkEdit = v.object({
  /** Validated by the server itself, because its error belongs to `image_upload_id` (D-25). */
  custom_image_upload_id: v.optional(v.unknown()),
  custom_image_params: v.optional(v.unknown()),
  thumbnail_params: v.optional(v.unknown()),
  image_alt: v.optional(text(200)),
  url: v.optional(Url),
  scheme_added: schemeAdded,
  treat_as_in_network: v.optional(v.boolean()),
  has_tutorial_enabled: v.optional(v.boolean()),
  base: Base,
  ...LinkContent,
  short_code: EditedCode,
})
export type LinkEdit = v.InferInput<typeof LinkEdit>

/**
 * Body of PUT links/split/{uuid}/custom_image: the corners as separate fields or as an
 * object.
 */
export const CustomImage = v.pipe(
  v.looseObject({}),
  v.transform(({ x1, y1, x2, y2, ...rest }) => {
    const corners = { x1, y1, x2, y2 }
    const hasCorners = Object.values(corners).some((corner) => corner !== undefined)
    const { custom_image_params = hasCorners ? corners : undefined, thumbnail_params } = rest
    const isCropOnly = custom_image_params !== undefined || thumbnail_params !== undefined
    // An empty body is an error of the missing picture. A crop alone applies to the current
    // picture.
    const { custom_image_upload_id = isCropOnly ? undefined : '' } = rest
    return { custom_image_upload_id, custom_image_params, thumbnail_params }
  }),
)

export const BulkTags = v.object({
  uuids: v.pipe(list(Uuid, MAX_BULK_LINKS), v.minLength(1, 'Select at least one link.')),
  tags: Tags,
  mode: v.optional(v.picklist(['add', 'remove', 'set']), 'add'),
})
export type BulkTags = v.InferInput<typeof BulkTags>
export const BulkTagsAnswer = v.object({
  results: v.array(
    v.object({ uuid: Uuid, tags: v.array(v.string()), updated_at: v.optional(v.string()) }),
  ),
})
