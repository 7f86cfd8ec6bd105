import type { Faq } from '#contract/help.ts'
import { fold, searchWords } from '#contract/search/fold.ts'

/** Returns whether a question, its answer or the heading above it hold all words of a search. */
export function matchesSearch({ question, answer, category }: Faq, typed: string): boolean {
  const text = fold(`${question} ${answer} ${category}`)
  return searchWords(typed).every((word) => text.includes(word))
}
