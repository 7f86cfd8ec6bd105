import { afterAll, vi } from 'vitest'

/** Files that follow each other share a process; what one of them has set there ends with it. */
const umask = process.umask()

afterAll(() => {
  process.umask(umask)
  vi.useRealTimers()
  vi.restoreAllMocks()
})
