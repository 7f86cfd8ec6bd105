import { expect } from 'vitest'

type Whole = string | readonly unknown[] | undefined

/** Expects that a text or a list contains each of these parts. */
export function expectParts(whole: Whole, ...parts: unknown[]) {
  for (const part of parts) expect(whole).toContain(part)
}

/** Expects that a text or a list contains none of these parts. */
export function expectNoParts(whole: Whole, ...parts: unknown[]) {
  for (const part of parts) expect(whole).not.toContain(part)
}
