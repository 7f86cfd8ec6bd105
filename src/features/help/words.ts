import type { Faq } from '#contract/help.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** All words that were typed, in any order, in the question or its answer. */
export function hasWords({ question, answer }: Faq, typed: string): boolean {
  const text = plain(`${question} ${answer}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
