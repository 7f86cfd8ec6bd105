import { probe } from '#http/probe.ts'
import { createOfflineDetector } from '#http/offline-detector.ts'
import { tellPages } from './worker.ts'

/** What this worker thinks of the connection, from the calls it carries. */
export const connection = createOfflineDetector({
  probe,
  tell: (type) => void tellPages({ type }),
})
