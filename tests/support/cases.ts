import { readFileSync } from 'node:fs'

/** Returns an input that was written after a public bug report of another product. */
export const readCase = (name: string): Buffer =>
  readFileSync(new URL(`cases/${name}`, import.meta.url))
