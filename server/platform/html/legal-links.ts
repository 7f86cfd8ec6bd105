/** Pages that the operator writes, in the order of the footer links. */
export const LEGAL_KEYS = ['contact', 'terms', 'privacy', 'imprint'] as const
export type LegalKey = (typeof LEGAL_KEYS)[number]

/** Part of a legal page in plain text: heading, paragraph or list. */
export type LegalBlock =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'list'; items: string[] }
export type LegalPage = { title: string; blocks: LegalBlock[] }
export type LegalPages = Partial<Record<LegalKey, LegalPage>>

/** Source of the legal pages. */
export type LegalSource = { legal(): LegalPages }

export type LegalLink = { href: string; title: string }

/**
 * Returns the footer links: the pages that the operator has written, plus privacy and
 * accessibility, which always exist.
 */
export function legalLinks(pages: LegalPages): LegalLink[] {
  const written = LEGAL_KEYS.flatMap((key) => {
    const title = pages[key]?.title ?? (key === 'privacy' ? 'Privacy' : null)
    return title === null ? [] : [{ href: `/${key}`, title }]
  })
  return [...written, { href: '/accessibility', title: 'Accessibility' }]
}
