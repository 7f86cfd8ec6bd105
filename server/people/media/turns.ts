import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { createTurns, type Turn } from '../../platform/limit/turns.ts'

/** One core stays free for redirects, whatever pictures are asked for. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Each picture on one thread, and nothing of it kept in memory. */
sharp.concurrency(1)
sharp.cache(false)

/** Who goes first: a photo being sent, the picture of a page just linked, people signed in, anybody. */
export const RANKS = ['upload', 'preview', 'person', 'stranger'] as const
export type Rank = (typeof RANKS)[number]

export type PictureTurn = Turn<Rank>

/** Everything that decodes a picture in this process waits here: memory stays flat, cores stay free. */
export const pictureTurns = createTurns({ atOnce: AT_ONCE, ranks: RANKS })
