import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { HTTPException } from 'hono/http-exception'
import { UPLOAD_MAX_BYTES } from '#contract/images/uploads.ts'
import type { Config } from '../../platform/config/config.ts'
import { rasterType, type RasterType } from './raster.ts'
import { createTurns, type Turns } from '../../platform/limit/turns.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Siblings } from '../../platform/processes/siblings.ts'
import type { MediaStore } from './media.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { createDiskCache } from './disk-cache.ts'
import { PICTURE_FETCH } from './foreign-picture.ts'
import type { Transform } from './options.ts'
import { createSharedWork } from './shared-work.ts'
import { pictureTurns, RANKS, type PictureTurn, type Rank } from './picture-turns.ts'
import { TooBusy, transform, type OutputFormat } from './transform.ts'

/** Stored picture by its key, or a picture of any site by its URL. */
export type Source = { key: string } | { url: string }
export type ImageRequest = { source: Source; options: Transform; wanted: OutputFormat }

export type Rendered = { bytes: Buffer; type: RasterType; name: string }

export type ImageClient = {
  rank: Extract<Rank, 'person' | 'stranger'>
  /** Account id, or the network address of a client without an account. */
  of: string
  signal: AbortSignal
  /** Called before the request causes work. May throw to reject it. */
  onWork: () => Promise<void>
}

export type Images = {
  /** Returns the cached result, or null if the picture would have to be rendered. */
  findCached(request: ImageRequest): Promise<Rendered | null>
  /**
   * Renders a picture once and caches it. Throws if the source is not a picture, the server is
   * busy, the client has disconnected, or the fetch fails; a 404 for an unknown key.
   */
  render(request: ImageRequest, client: ImageClient): Promise<Rendered>
}

/** Version of the rendering. Increase it when the same source and options give another result. */
const VERSION = 1
/** Maximum requests that wait, per rank and per account or address. */
const MAX_WAITING = { rank: 256, of: 128 }
/** Maximum pictures of other sites in memory, in total and per account or address. */
const FOREIGN_LIMITS = { maxRunning: 4, maxPerKey: 2 }
const FETCH = { ...PICTURE_FETCH, maxBytes: UPLOAD_MAX_BYTES, totalMs: 10_000 } as const
const DAY_MS = 24 * 60 * 60 * 1000

type Parts = { config: Config; media: MediaStore; log: Log; siblings: Siblings }

/**
 * Creates the renderer. It renders each version once, few at a time, and caches results on disk up
 * to a limit.
 */
export function createImages({ config, media, log, siblings }: Parts): Images {
  const cache = createDiskCache(
    join(config.dataDir, 'cache', 'images'),
    config.imageCacheBytes,
    siblings,
  )
  const fetcher = outboundFetcher(config)
  const running = createSharedWork<Buffer>()
  const foreignTurns = createTurns({ ...FOREIGN_LIMITS, ranks: RANKS })

  function make(
    name: string,
    { source, options, wanted }: ImageRequest,
    turn: PictureTurn,
  ): Promise<Buffer> {
    // Another request may have rendered the same picture while this one waited.
    const finish = async (load: () => Promise<Buffer>) =>
      (await cache.read(name)) ?? saveToCache(name, await transform(await load(), options, wanted))
    if ('key' in source) {
      return inQueue(pictureTurns, () => finish(() => stored(source.key)), turn)
    }
    const { url } = source
    const { signal } = turn
    // Fetches wait in a queue as well, so that downloaded pictures do not pile up in memory.
    return inQueue(
      foreignTurns,
      async () => {
        const { body } = await fetcher(url, { ...FETCH, ...(signal && { signal }) })
        return inQueue(pictureTurns, () => finish(async () => body), turn)
      },
      turn,
    )
  }

  async function stored(key: string): Promise<Buffer> {
    const bytes = await media.read(key)
    if (!bytes) throw new HTTPException(404)
    return bytes
  }

  async function saveToCache(name: string, bytes: Buffer): Promise<Buffer> {
    await cache
      .write(name, bytes)
      .catch((error: unknown) => log.warn('resized picture not cached', { error }))
    return bytes
  }

  return {
    async findCached(request) {
      const name = cacheName(request)
      const bytes = await cache.read(name)
      return bytes && toRendered(name, bytes)
    },
    async render(request, { rank, of, signal, onWork }) {
      const name = cacheName(request)
      const before = await cache.read(name)
      if (before) return toRendered(name, before)
      // Shared only within a rank, so that no request waits in the queue of a lower rank.
      const sharedName = `${rank} ${name}`
      if (!running.has(sharedName)) await onWork()
      const work = (abortSignal: AbortSignal) =>
        make(name, request, { rank, of, signal: abortSignal })
      return toRendered(name, await running.join(sharedName, work, signal))
    },
  }
}

async function inQueue<T>(
  turns: Turns<Rank>,
  work: () => Promise<T>,
  turn: PictureTurn,
): Promise<T> {
  const isCrowded =
    turns.waiting(({ rank }) => rank === turn.rank) >= MAX_WAITING.rank ||
    turns.waiting(({ of }) => of === turn.of) >= MAX_WAITING.of
  if (isCrowded) throw new TooBusy('too many wait')
  return turns.run(work, turn)
}

function toRendered(name: string, bytes: Buffer): Rendered {
  const type = rasterType(bytes)
  if (!type) throw new Error(`cached file is not a picture: ${name}`)
  return { bytes, type, name }
}

/**
 * Returns the cache key. It includes the day for pictures of other sites, which can change under
 * the same URL.
 */
function cacheName({ source, options, wanted }: ImageRequest): string {
  const { fit, width, height, quality, sharpen, crop } = options
  const day = 'url' in source ? Math.floor(Date.now() / DAY_MS) : 0
  const exact = [VERSION, source, day, fit, width, height, quality, sharpen, crop, wanted]
  return createHash('sha256').update(JSON.stringify(exact)).digest('hex')
}
