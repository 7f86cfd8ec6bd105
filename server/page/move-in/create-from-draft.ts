import { randomUUID } from 'node:crypto'
import type { InferOutput } from 'valibot'
import type { LeftOut, MovedIn, MoveInChoice } from '#contract/page/move-in.ts'
import type { CreatorPage } from '#contract/page/pages.ts'
import type { Deps } from '../../env.ts'
import { createLink } from '../../links/links.ts'
import { readTarget } from '../../links/target.ts'
import { addSocialLink } from '../../people/social/social-links.ts'
import { findUpload } from '../../people/media/uploads.ts'
import { FieldError, ThrottledError } from '../../platform/http/errors.ts'
import { findPage, lockPerson } from '../pages/page-rows.ts'
import { createPage, readOwnPage } from '../pages/pages.ts'
import { createSection } from '../pages/sections.ts'
import { shortened } from './check-targets.ts'
import { findOwnLinks, linksInSections } from './own-links.ts'

type Choice = InferOutput<typeof MoveInChoice>
type ChosenLink = Choice['sections'][number]['links'][number]

/**
 * Creates links, sections and social accounts from a draft, and the page if the user has none.
 * Publishes nothing: a new page is a draft, and sections of a published page are hidden. A second
 * import adds only what is new.
 */
export function createFromDraft(deps: Deps, userId: string, choice: Choice): Promise<MovedIn> {
  return deps.db.transaction(async (tx) => {
    const inside: Deps = { ...deps, db: tx }
    await lockPerson(tx, userId)
    const before = await findPage(tx, userId)
    const page = before ? undefined : await makePage(inside, userId, choice)
    const isPublic = before?.page.isPublished === true
    const made = await makeLinks(inside, userId, choice)
    const sections = await makeSections(inside, userId, { choice, ids: made.ids, isPublic })
    const social = isPublic ? toAddByHand(choice.social) : await addSocial(inside, userId, choice)
    return {
      page: page ?? (await readOwnPage(inside, userId)),
      new_links: made.newLinks,
      existing_links: made.ids.size - made.newLinks,
      left_out: shortened([...made.leftOut, ...sections, ...social]),
    }
  })
}

function makePage(deps: Deps, userId: string, choice: Choice): Promise<CreatorPage> {
  const { title, description, slug, theme, accent, image_upload_id } = choice
  const look = { theme, accent, image_upload_id }
  return createPage(deps, userId, { title, description, slug, ...look, is_published: false })
}

type MadeLinks = { ids: Map<string, string>; newLinks: number; leftOut: LeftOut[] }

/** Creates the links that the user does not have yet. `ids` has the ids of all by target. */
async function makeLinks(deps: Deps, userId: string, { sections }: Choice): Promise<MadeLinks> {
  const chosen = sections.flatMap(({ links }) => links)
  const urls = chosen.flatMap(({ url }) => targetOf(url, deps) ?? [])
  const ids = await findOwnLinks(deps.db, userId, urls)
  const leftOut: LeftOut[] = []
  let newLinks = 0
  for (const link of chosen) {
    if (ids.has(targetOf(link.url, deps) ?? '')) continue
    // oxlint-disable-next-line no-await-in-loop -- each locks the user's row
    const { url, id, why } = await makeLink(deps, userId, link)
    if (why !== undefined) leftOut.push({ what: link.title, why })
    else {
      ids.set(url, id)
      newLinks += 1
    }
  }
  return { ids, newLinks, leftOut }
}

type Made = { url: string; id: string; why?: never } | { url?: never; id?: never; why: string }

async function makeLink(deps: Deps, userId: string, link: ChosenLink): Promise<Made> {
  const id = randomUUID()
  const upload =
    link.image_upload_id === null
      ? undefined
      : await findUpload(deps.db, userId, link.image_upload_id)
  const input = { url: link.url, name: link.title }
  try {
    const { url } = await createLink(deps, { userId, id }, input, upload?.id)
    return { url, id }
  } catch (error) {
    if (error instanceof FieldError || error instanceof ThrottledError)
      return { why: error.message }
    throw error
  }
}

function targetOf(typed: string, { config }: Deps): string | undefined {
  try {
    return readTarget(typed, config).url
  } catch {
    return undefined
  }
}

type Sections = { choice: Choice; ids: Map<string, string>; isPublic: boolean }

/** Creates a section for each heading that has links which no section shows yet. */
async function makeSections(
  deps: Deps,
  userId: string,
  { choice, ids, isPublic }: Sections,
): Promise<LeftOut[]> {
  const shown = await linksInSections(deps.db, userId)
  const leftOut: LeftOut[] = []
  for (const { title, links } of choice.sections) {
    const inSection = links.flatMap(({ url }) => ids.get(targetOf(url, deps) ?? '') ?? [])
    const added = [...new Set(inSection)].filter((id) => !shown.has(id))
    if (added.length === 0) continue
    for (const id of added) shown.add(id)
    const section = { title, type: 'links', layout: 'list', links: added } as const
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the page
      await createSection(deps.db, userId, { ...section, is_visible: !isPublic })
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      leftOut.push({ what: title || 'a group of links', why: error.message })
    }
  }
  return leftOut
}

const ALREADY = 'You already have this link.'

async function addSocial(deps: Deps, userId: string, { social }: Choice): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const url of social) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the page
      await addSocialLink(deps.db, userId, url)
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      if (error.message !== ALREADY) leftOut.push({ what: url, why: error.message })
    }
  }
  return leftOut
}

/** Social accounts of a published page would be public at once. */
const toAddByHand = (social: string[]): LeftOut[] =>
  social.length === 0
    ? []
    : [
        {
          what: social.length === 1 ? 'your social account' : 'your social accounts',
          why: 'Your page is public and would show them at once. Add them yourself.',
        },
      ]
