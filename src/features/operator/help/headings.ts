import type { Faq } from '#contract/help.ts'

/** Questions of one category; `name` is empty for questions without a category. */
export type CategoryGroup = { name: string; rows: Faq[] }

/**
 * Groups questions by category: first those without one, then each category in the order of its
 * first question.
 */
export function groupByCategory(rows: readonly Faq[]): CategoryGroup[] {
  const groups = new Map<string, Faq[]>([['', []]])
  for (const row of rows) groups.set(row.category, [...(groups.get(row.category) ?? []), row])
  return [...groups].flatMap(([name, rows]) => (rows.length === 0 ? [] : [{ name, rows }]))
}
