import { vi } from 'vitest'

/** How long a promise may take is not what tests measure; a busy machine is slow. */
export const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (check, options = {}) =>
  waitFor(check, {
    timeout: PATIENCE_MS,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
