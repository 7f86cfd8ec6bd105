import type { Faq } from '#contract/help.ts'

/** Questions under one heading; `name` is empty for those that stand before all headings. */
export type Heading = { name: string; rows: Faq[] }

/** Those without a category first, then each category where the operator's order first names it. */
export function underHeadings(rows: readonly Faq[]): Heading[] {
  const found = new Map<string, Faq[]>([['', []]])
  for (const row of rows) found.set(row.category, [...(found.get(row.category) ?? []), row])
  return [...found].flatMap(([name, rows]) => (rows.length === 0 ? [] : [{ name, rows }]))
}
