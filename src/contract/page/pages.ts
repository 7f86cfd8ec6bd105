import * as v from 'valibot'
import { CollectionLayout } from '../collections.ts'
import { list, MAX_ID, result, text, token, Uuid } from '../common.ts'
import { Base } from '../conflicts.ts'
import { MAX_PAGE_COLLECTIONS, MAX_PAGE_LINKS, MAX_SECTIONS } from '../limits.ts'
import { ImageParams, LinkBlock } from '../links/short-link.ts'

/** Colour theme of the page. `auto` follows the visitor's device. */
export const PageTheme = v.picklist(['auto', 'light', 'dark', 'sand', 'evergreen'])
export type PageTheme = v.InferOutput<typeof PageTheme>

/** Colour of buttons and selected items. Each is readable on each theme. */
export const PageAccent = v.picklist(['ink', 'green', 'blue', 'violet', 'pink', 'amber'])
export type PageAccent = v.InferOutput<typeof PageAccent>

/**
 * Public page of a creator at `/p/{slug}` (spec section 3; only `slug` is in the specification).
 */
export const CreatorPage = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  description: v.string(),
  /**
   * Address of the cover, cropped with `image_params`. `thumbnail_url` is the cover cropped with
   * `thumbnail_params`.
   */
  image_url: v.nullable(v.string()),
  image_upload_id: v.nullable(v.number()),
  /** Alternative text of the cover; empty if it is decorative. */
  image_alt: v.optional(v.string()),
  image_params: v.nullable(ImageParams),
  thumbnail_params: v.nullable(ImageParams),
  thumbnail_url: v.nullable(v.string()),
  theme: PageTheme,
  accent: PageAccent,
  /** Public address of the page once it is published. */
  url: v.string(),
  is_published: v.boolean(),
  /** Whether search engines may list it. */
  is_indexed: v.boolean(),
  /** Views by people in the last 30 days (UTC). Missing in older local copies. */
  views_30d: v.optional(v.number()),
  /**
   * Reason why the operator took the page down. Left out by older servers and in older local
   * copies.
   */
  block: v.optional(LinkBlock),
  created_at: v.string(),
  updated_at: v.string(),
})
export type CreatorPage = v.InferOutput<typeof CreatorPage>

export const SLUG_MIN = 3
export const SLUG_MAX = 40
const SLUG_RULE = 'Use 3 to 40 letters, numbers or dashes.'

/**
 * Name of a page in its address, converted to lower case. Only the server knows whether it is free
 * (D-37).
 */
export const Slug = v.pipe(
  text(200),
  v.toLowerCase(),
  v.regex(new RegExp(`^[a-z0-9-]{${SLUG_MIN},${SLUG_MAX}}$`), SLUG_RULE),
  v.regex(/[a-z0-9]/, SLUG_RULE),
)

const UploadId = v.nullable(
  v.pipe(v.number('A valid integer is required.'), v.integer('A valid integer is required.')),
)

/** Body of POST pages/ (A-067) and, as an upsert, of POST pages/manage/page. */
export const NewPage = v.object({
  slug: Slug,
  title: v.pipe(text(80), v.minLength(1, 'Enter a page name.')),
  description: v.optional(text(300)),
  image_upload_id: v.optional(UploadId),
  image_alt: v.optional(text(200)),
  image_params: v.optional(v.nullable(ImageParams)),
  thumbnail_params: v.optional(v.nullable(ImageParams)),
  theme: v.optional(PageTheme),
  accent: v.optional(PageAccent),
  is_published: v.optional(v.boolean()),
  is_indexed: v.optional(v.boolean()),
})
export type NewPage = v.InferInput<typeof NewPage>

/** Body of PATCH pages/{id}/ (A-069). */
export const PageEdit = v.object({ ...v.partial(NewPage).entries, base: Base })
export type PageEdit = v.InferInput<typeof PageEdit>

/** Body of POST pages/generate_slug/ (A-071). */
export const SlugText = v.object({ text: v.pipe(text(200), v.minLength(1, 'Enter a name.')) })
/** Answer of POST and GET pages/generate_slug/ (A-070). */
export const SlugResult = result(v.object({ slug: v.string() }))
/** Answer to whether a name is free. */
export const SlugAvailable = v.object({ name: v.string(), available: v.boolean() })
export type SlugAvailable = v.InferOutput<typeof SlugAvailable>

export const SectionType = v.picklist(['collections', 'links', 'social', 'text'])
export type SectionType = v.InferOutput<typeof SectionType>

/** Section of the page (A-063; D-39). */
export const Section = v.object({
  id: v.number(),
  title: v.string(),
  type: SectionType,
  layout: CollectionLayout,
  position: v.number(),
  is_visible: v.boolean(),
  /** Ordered collections; only of type `collections`. */
  collections: v.array(Uuid),
  /** Ordered links; only of type `links`. */
  links: v.array(Uuid),
  /** Plain text with line breaks; only of type `text`. */
  text: v.string(),
  /** Number of links that a visitor sees. */
  link_count: v.number(),
  /** Pictures of the first four links, for a preview. */
  image_urls: v.array(v.nullable(v.string())),
})
export type Section = v.InferOutput<typeof Section>

const positionInput = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SECTIONS))

/** Body of POST sections/ (A-064). Missing values come from the template. */
export const NewSection = v.object({
  title: v.optional(text(80)),
  type: v.optional(SectionType),
  layout: v.optional(CollectionLayout),
  position: v.optional(positionInput),
  is_visible: v.optional(v.boolean()),
  collections: v.optional(list(Uuid, MAX_PAGE_COLLECTIONS)),
  links: v.optional(list(Uuid, MAX_PAGE_LINKS)),
  text: v.optional(text(4000)),
  predefined_section_id: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
  ),
})
export type NewSection = v.InferInput<typeof NewSection>

/** Body of PATCH sections/{id}/ (A-065). The body of PUT is NewSection. */
export const SectionEdit = v.object({ ...v.partial(NewSection).entries, base: Base })
export type SectionEdit = v.InferInput<typeof SectionEdit>

/** Body of PATCH sections/order/ (not in the specification): all sections in their new order. */
export const SectionOrder = v.object({
  ids: v.pipe(
    list(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID)), MAX_SECTIONS),
    v.minLength(1, 'Select at least one section.'),
  ),
})

/** Template of a section. */
export const PredefinedSection = v.object({
  id: v.number(),
  title: v.string(),
  type: SectionType,
  layout: CollectionLayout,
  /** Use of the template in one line. */
  description: v.string(),
})
export type PredefinedSection = v.InferOutput<typeof PredefinedSection>

export const SectionPage = v.object({
  results: v.array(Section),
  next: v.nullable(v.string()),
  count: v.number(),
})
export type SectionPage = v.InferOutput<typeof SectionPage>
export const PredefinedSections = v.object({ results: v.array(PredefinedSection) })

/** Name in GET /v1/pages/{name}. */
export const SlugParam = token(200)
