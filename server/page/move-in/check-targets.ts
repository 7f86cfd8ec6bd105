import { MAX_PAGE_LINKS, MAX_SECTIONS } from '#contract/limits.ts'
import type { LeftOut } from '#contract/move-in.ts'
import { plainText } from '../../links/extraction/text.ts'
import type { FoundSection } from '../../links/foreign-pages/foreign-page.ts'
import { ownDomainOfUrl } from '../../links/link-domains.ts'
import { readTarget } from '../../links/target.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'

export const MAX_SECTION_TITLE = 80

type Checked = { sections: FoundSection[]; leftOut: LeftOut[] }

/** Normalizes the targets of links, and leaves out those that cannot be links here. */
export async function checkTargets(deps: Deps, found: FoundSection[]): Promise<Checked> {
  const refused = new Map<string, string[]>()
  const seen = new Set<string>()
  const sections: FoundSection[] = []
  let extra = 0
  for (const { title, links } of found) {
    const section: FoundSection = { title: plainText(title) ?? '', links: [] }
    for (const link of links) {
      if (seen.size >= MAX_PAGE_LINKS) extra += 1
      else {
        // oxlint-disable-next-line no-await-in-loop -- at most as many as a page has links
        const target = await readOwnTarget(deps, link.url)
        if (target.why !== undefined)
          refused.set(target.why, [...(refused.get(target.why) ?? []), link.title])
        else if (!seen.has(target.url)) {
          seen.add(target.url)
          section.links.push({
            ...link,
            url: target.url,
            title: plainText(link.title) ?? target.host,
          })
        }
      }
    }
    if (section.links.length > 0) sections.push(section)
  }
  return { sections: withinLimit(sections), leftOut: [...toLeftOut(refused), ...beyond(extra)] }
}

type Target = { url: string; host: string; why?: never } | { why: string }

async function readOwnTarget({ db, config }: Deps, typed: string): Promise<Target> {
  try {
    return readTarget(typed, config, await ownDomainOfUrl(db, typed))
  } catch (error) {
    if (error instanceof FieldError) return { why: error.message }
    throw error
  }
}

/** Joins sections beyond the limit with the last one. */
function withinLimit(sections: FoundSection[]): FoundSection[] {
  if (sections.length <= MAX_SECTIONS) return sections
  const last = sections.slice(MAX_SECTIONS - 1)
  const links = last.flatMap((section) => section.links)
  return [...sections.slice(0, MAX_SECTIONS - 1), { title: last[0]?.title ?? '', links }]
}

const toLeftOut = (refused: Map<string, string[]>): LeftOut[] =>
  [...refused].map(([why, [first = '', ...others]]) => ({
    what: others.length === 0 ? first : `${first} and ${others.length} more`,
    why,
  }))

const beyond = (count: number): LeftOut[] =>
  count === 0
    ? []
    : [{ what: `${count} more links`, why: `A page can show ${MAX_PAGE_LINKS} links.` }]
