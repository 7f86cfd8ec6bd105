import type { Faq } from '#contract/help.ts'

/** Questions of one category; `name` is empty for questions without a category. */
export type Heading = { name: string; rows: Faq[] }

/**
 * Groups questions by category: first those without one, then each category in the order of its
 * first question.
 */
export function underHeadings(rows: readonly Faq[]): Heading[] {
  const found = new Map<string, Faq[]>([['', []]])
  for (const row of rows) found.set(row.category, [...(found.get(row.category) ?? []), row])
  return [...found].flatMap(([name, rows]) => (rows.length === 0 ? [] : [{ name, rows }]))
}
