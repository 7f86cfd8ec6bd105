import { probe } from '#api/probe.ts'
import { createSuspicion } from '#api/suspicion.ts'
import { tellPages } from './worker.ts'

/** What this worker thinks of the connection, from the calls it carries. */
export const connection = createSuspicion({
  probe,
  tell: (type) => void tellPages({ type }),
})
