import { MAX_PAGE_LINKS, MAX_SECTIONS } from '#contract/limits.ts'
import type { LeftOut } from '#contract/page/move-in.ts'
import { plainText } from '../../links/extraction/text.ts'
import type { FoundLink, FoundSection } from '../../links/foreign-pages/foreign-page.ts'
import { ownDomains } from '../../links/link-domains.ts'
import { readTarget } from '../../links/target.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'

export const MAX_SECTION_TITLE = 80

type Checked = { sections: FoundSection[]; leftOut: LeftOut[] }

/** Normalizes the targets of links, and leaves out those that cannot be links here. */
export async function checkTargets(deps: Deps, found: FoundSection[]): Promise<Checked> {
  const domains = await ownDomains(deps.db)
  const refused: LeftOut[] = []
  const seen = new Set<string>()
  let extra = 0

  function checked(link: FoundLink): FoundLink[] {
    if (seen.size >= MAX_PAGE_LINKS) {
      extra += 1
      return []
    }
    const target = tryTarget(deps, link.url, domains)
    if (target.why !== undefined) refused.push({ what: link.title, why: target.why })
    if (target.why !== undefined || seen.has(target.url)) return []
    seen.add(target.url)
    return [{ ...link, url: target.url, title: plainText(link.title) ?? target.host }]
  }

  const sections = found
    .map(({ title, links }) => ({ title: plainText(title) ?? '', links: links.flatMap(checked) }))
    .filter(({ links }) => links.length > 0)
  return { sections: withinLimit(sections), leftOut: [...shortened(refused), ...beyond(extra)] }
}

type Target = { url: string; host: string; why?: never } | { why: string }

function tryTarget({ config }: Deps, typed: string, domains: string[]): Target {
  try {
    return readTarget(typed, config, domains)
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

/** Returns one entry for each reason: the first part and the number of the others. */
export function shortened(leftOut: LeftOut[]): LeftOut[] {
  const byReason = new Map<string, string[]>()
  for (const { what, why } of leftOut) byReason.set(why, [...(byReason.get(why) ?? []), what])
  return [...byReason].map(([why, [first = '', ...others]]) => ({
    what: others.length === 0 ? first : `${first} and ${others.length} more`,
    why,
  }))
}

const beyond = (count: number): LeftOut[] =>
  count === 0
    ? []
    : [{ what: `${count} more links`, why: `A page can show ${MAX_PAGE_LINKS} links.` }]
