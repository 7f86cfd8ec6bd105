import { vi } from 'vitest'

/** How long a promise may take is not what tests measure; a busy machine is slow. */
export const PATIENCE_MS = 10_000

const { waitFor } = vi
// Files that share a process share `vi`, too.
if (waitFor.name !== 'patiently')
  vi.waitFor = function patiently(check, options = {}) {
    return waitFor(check, {
      timeout: PATIENCE_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })
  }
