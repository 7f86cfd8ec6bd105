import * as v from 'valibot'
import { address, list, text } from '../common.ts'
import { MAX_PAGE_LINKS, MAX_SECTIONS } from '../limits.ts'
import { CreatorPage, PageAccent, PageTheme, Slug } from './pages.ts'
import { MAX_SOCIAL_LINKS } from '../social/social-links.ts'

/** Body of POST pages/move-in/: address of the user's page at another service. */
export const MoveInAddress = v.object({
  url: v.pipe(address(2000), v.minLength(1, 'Paste a URL.')),
})

/** Part of the old page that is not imported: what it is and why, in plain words. */
export const LeftOut = v.object({ what: v.string(), why: v.string() })
export type LeftOut = v.InferOutput<typeof LeftOut>

/** Names of background colours, for a text about the draft. */
export const ColourName = v.picklist([
  'white',
  'grey',
  'black',
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
])
export type ColourName = v.InferOutput<typeof ColourName>

const UploadedPicture = {
  /** Id of our copy of the picture; null if there is none. */
  image_upload_id: v.nullable(v.number()),
  image_url: v.nullable(v.string()),
}

/** Draft of a page, read from a page at another service. Nothing of it is stored but its pictures. */
export const MoveInDraft = v.object({
  /** Address that was read. */
  url: v.string(),
  title: v.string(),
  description: v.string(),
  /** Free name for the address of the page. */
  slug: v.string(),
  ...UploadedPicture,
  /** Closest theme; null if no colours were found. */
  look: v.nullable(
    v.object({ theme: PageTheme, accent: PageAccent, background: v.nullable(ColourName) }),
  ),
  sections: v.array(
    v.object({
      title: v.string(),
      links: v.array(
        v.object({
          url: v.string(),
          title: v.string(),
          ...UploadedPicture,
          is_existing: v.boolean(),
        }),
      ),
    }),
  ),
  social: v.array(v.object({ name: v.string(), url: v.string() })),
  /** Whether the user has a page. Its title and colours stay as they are. */
  has_page: v.boolean(),
  left_out: v.array(LeftOut),
})
export type MoveInDraft = v.InferOutput<typeof MoveInDraft>

const UploadId = v.nullable(v.pipe(v.number(), v.integer()))
const ChosenLink = v.object({
  url: address(2000),
  title: v.pipe(text(300), v.minLength(1, 'Enter a name.')),
  image_upload_id: v.optional(UploadId, null),
})

/** Body of POST pages/move-in/create/: what the user keeps of the draft. */
export const MoveInChoice = v.object({
  title: v.pipe(text(80), v.minLength(1, 'Enter a page name.')),
  description: v.optional(text(300), ''),
  slug: Slug,
  image_upload_id: v.optional(UploadId, null),
  theme: v.optional(PageTheme, 'auto'),
  accent: v.optional(PageAccent, 'ink'),
  sections: list(
    v.object({ title: text(80), links: list(ChosenLink, MAX_PAGE_LINKS) }),
    MAX_SECTIONS,
  ),
  social: v.optional(list(address(2000), MAX_SOCIAL_LINKS), []),
})
export type MoveInChoice = v.InferInput<typeof MoveInChoice>

/** Answer of POST pages/move-in/create/. */
export const MovedIn = v.object({
  page: CreatorPage,
  /** Number of new links, and of those that the user had already. */
  new_links: v.number(),
  existing_links: v.number(),
  left_out: v.array(LeftOut),
})
export type MovedIn = v.InferOutput<typeof MovedIn>
