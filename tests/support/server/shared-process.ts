import { afterAll, vi } from 'vitest'

/** Test files in one process follow each other. Restore what a file has changed. */
const umask = process.umask()

afterAll(() => {
  process.umask(umask)
  vi.useRealTimers()
  vi.restoreAllMocks()
})
