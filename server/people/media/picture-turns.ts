import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { createTurns, type Turn } from '../../platform/limit/turns.ts'

/** One CPU core stays free for redirects. */
const MAX_PARALLEL = Math.max(1, availableParallelism() - 1)
/** One thread per picture, and no cache in memory. */
sharp.concurrency(1)
sharp.cache(false)

/**
 * Priorities, highest first: an upload, the preview of a new link, signed-in users, other clients.
 */
export const RANKS = ['upload', 'preview', 'person', 'stranger'] as const
export type Rank = (typeof RANKS)[number]

export type PictureTurn = Turn<Rank>

/** Queue for all decoding of pictures in this process. It limits memory and keeps a core free. */
export const pictureTurns = createTurns({ maxRunning: MAX_PARALLEL, ranks: RANKS })
