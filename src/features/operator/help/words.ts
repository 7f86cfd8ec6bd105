import type { Faq } from '#contract/help.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** All words that were typed, in any order, in the question, its answer or the heading above it. */
export function hasWords({ question, answer, category }: Faq, typed: string): boolean {
  const text = plain(`${question} ${answer} ${category}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
