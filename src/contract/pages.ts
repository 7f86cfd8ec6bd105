import * as v from 'valibot'
import { CollectionLayout } from './collections.ts'
import { list, MAX_ID, result, text, token, Uuid } from './common.ts'
import { Base } from './conflicts.ts'
import { MAX_PAGE_COLLECTIONS, MAX_PAGE_LINKS, MAX_SECTIONS } from './limits.ts'
import { ImageParams, LinkBlock } from './links.ts'

/** Colours of the page; `auto` follows the visitor's device. */
export const PageTheme = v.picklist(['auto', 'light', 'dark', 'sand', 'evergreen'])
export type PageTheme = v.InferOutput<typeof PageTheme>

/** The colour of buttons and of what is chosen; each is readable on each theme. */
export const PageAccent = v.picklist(['ink', 'green', 'blue', 'violet', 'pink', 'amber'])
export type PageAccent = v.InferOutput<typeof PageAccent>

/** What a creator publishes at `/p/{slug}` (spec section 3; all but `slug` is ours). */
export const CreatorPage = v.object({
  id: v.number(),
  slug: v.string(),
  title: v.string(),
  description: v.string(),
  /** The cover, its two crops, and it cut to each. */
  image_url: v.nullable(v.string()),
  image_upload_id: v.nullable(v.number()),
  /** The cover in words, for who does not see it; empty when it is decoration. */
  image_alt: v.optional(v.string()),
  image_params: v.nullable(ImageParams),
  thumbnail_params: v.nullable(ImageParams),
  thumbnail_url: v.nullable(v.string()),
  theme: PageTheme,
  accent: PageAccent,
  /** Where anybody finds it once it is published. */
  url: v.string(),
  is_published: v.boolean(),
  /** Whether search engines may list it. */
  is_indexed: v.boolean(),
  /** How often people looked at it in the last 30 days (UTC); a copy of before does not know. */
  views_30d: v.optional(v.number()),
  /** Why the operator took it down; left out by older servers, and in older copies. */
  block: v.optional(LinkBlock),
  created_at: v.string(),
  updated_at: v.string(),
})
export type CreatorPage = v.InferOutput<typeof CreatorPage>

export const SLUG_MIN = 3
export const SLUG_MAX = 40
const SLUG_RULE = 'Use 3 to 40 letters, numbers or dashes.'

/** Upper case is taken as lower; whether it is free, only the server knows (D-37). */
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
  title: v.pipe(text(80), v.minLength(1, 'Give the page a name.')),
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
export const SlugText = v.object({ text: v.pipe(text(200), v.minLength(1, 'Type a name.')) })
/** Its answer, and that of GET. */
export const SlugResult = result(v.object({ slug: v.string() }))
/** Whether a name is free. */
export const SlugAvailable = v.object({ name: v.string(), available: v.boolean() })
export type SlugAvailable = v.InferOutput<typeof SlugAvailable>

export const SectionType = v.picklist(['collections', 'links', 'social', 'text'])
export type SectionType = v.InferOutput<typeof SectionType>

/** A part of the page (A-063; D-39). */
export const Section = v.object({
  id: v.number(),
  title: v.string(),
  type: SectionType,
  layout: CollectionLayout,
  position: v.number(),
  is_visible: v.boolean(),
  /** Its collections in their order; only of type `collections`. */
  collections: v.array(Uuid),
  /** Its links in their order; only of type `links`. */
  links: v.array(Uuid),
  /** Only of type `text`; plain text with line breaks. */
  text: v.string(),
  /** How many links a visitor sees in it. */
  link_count: v.number(),
  /** Pictures of the first four, for a preview. */
  image_urls: v.array(v.nullable(v.string())),
})
export type Section = v.InferOutput<typeof Section>

const place = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_SECTIONS))

/** Body of POST sections/ (A-064). What a template says holds for what is left out. */
export const NewSection = v.object({
  title: v.optional(text(80)),
  type: v.optional(SectionType),
  layout: v.optional(CollectionLayout),
  position: v.optional(place),
  is_visible: v.optional(v.boolean()),
  collections: v.optional(list(Uuid, MAX_PAGE_COLLECTIONS)),
  links: v.optional(list(Uuid, MAX_PAGE_LINKS)),
  text: v.optional(text(4000)),
  predefined_section_id: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID))),
  ),
})
export type NewSection = v.InferInput<typeof NewSection>

/** Body of PATCH sections/{id}/; PUT takes NewSection. */
export const SectionEdit = v.object({ ...v.partial(NewSection).entries, base: Base })
export type SectionEdit = v.InferInput<typeof SectionEdit>

/** Body of PATCH sections/order/ (ours): all sections in the wanted order. */
export const SectionOrder = v.object({
  ids: v.pipe(
    list(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ID)), MAX_SECTIONS),
    v.minLength(1, 'Select at least one section.'),
  ),
})

/** A template of a section. */
export const PredefinedSection = v.object({
  id: v.number(),
  title: v.string(),
  type: SectionType,
  layout: CollectionLayout,
  /** What it is good for, in one line. */
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

/** The name in GET /v1/pages/{name}. */
export const SlugParam = token(200)
