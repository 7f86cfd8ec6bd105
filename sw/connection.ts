import { probe } from '#http/probe.ts'
import { createOfflineDetector } from '#http/offline-detector.ts'
import { tellPages } from './worker.ts'

/** Detects from the calls of this worker whether it is offline. */
export const connection = createOfflineDetector({
  probe,
  onChange: (type) => void tellPages({ type }),
})
