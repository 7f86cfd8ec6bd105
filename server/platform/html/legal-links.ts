/** The pages that an operator writes, in the order in which feet name them. */
export const LEGAL_KEYS = ['contact', 'terms', 'privacy', 'imprint'] as const
export type LegalKey = (typeof LEGAL_KEYS)[number]

/** Paragraphs, headings and lists, in plain text. */
export type LegalBlock =
  | { kind: 'heading' | 'text'; text: string }
  | { kind: 'list'; items: string[] }
export type LegalPage = { title: string; blocks: LegalBlock[] }
export type LegalPages = Partial<Record<LegalKey, LegalPage>>

/** Who has them at hand. */
export type KnowsLegal = { legal(): LegalPages }

export type LegalLink = { href: string; title: string }

/** What a foot leads to: what the operator wrote, and the two pages that are always there. */
export function legalLinks(pages: LegalPages): LegalLink[] {
  const written = LEGAL_KEYS.flatMap((key) => {
    const title = pages[key]?.title ?? (key === 'privacy' ? 'Privacy' : null)
    return title === null ? [] : [{ href: `/${key}`, title }]
  })
  return [...written, { href: '/accessibility', title: 'Accessibility' }]
}
