import { vi } from 'vitest'

/** Timeout of waits. Long, because a busy machine is slow and tests do not measure time. */
export const PATIENCE_MS = 10_000

const { waitFor } = vi
// Test files that share a process also share `vi`.
if (waitFor.name !== 'patiently')
  vi.waitFor = function patiently(check, options = {}) {
    return waitFor(check, {
      timeout: PATIENCE_MS,
      ...(typeof options === 'number' ? { timeout: options } : options),
    })
  }
