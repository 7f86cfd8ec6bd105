import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { HTTPException } from 'hono/http-exception'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import type { Config } from '../../platform/config/config.ts'
import { rasterType, type RasterType } from './raster.ts'
import { createTurns, type Turns } from '../../platform/limit/turns.ts'
import type { Log } from '../../platform/log/log.ts'
import type { MediaStore } from './media.ts'
import { outboundFetcher } from '../../platform/fetcher/outbound.ts'
import { createDiskCache } from './disk-cache.ts'
import { PICTURE_FETCH } from './foreign-picture.ts'
import type { Transform } from './options.ts'
import { createSharedWork } from './shared-work.ts'
import { pictureTurns, RANKS, type PictureTurn, type Rank } from './turns.ts'
import { TooBusy, transform, type Wanted } from './transform.ts'

/** Stored picture by its key, or a picture of any site by its URL. */
export type Source = { key: string } | { url: string }
export type Asked = { source: Source; options: Transform; wanted: Wanted }

export type Rendered = { bytes: Buffer; type: RasterType; name: string }

export type Asker = {
  rank: Extract<Rank, 'person' | 'stranger'>
  /** Account id, or the network address of a client without an account. */
  of: string
  signal: AbortSignal
  /** Called before the request causes work. May throw to reject it. */
  onWork: () => Promise<void>
}

export type Images = {
  /** Returns the cached result, or null if the picture would have to be rendered. */
  kept(asked: Asked): Promise<Rendered | null>
  /**
   * Renders a picture once and caches it. Throws if the source is not a picture, the server is
   * busy, the client has disconnected, or the fetch fails; a 404 for an unknown key.
   */
  render(asked: Asked, asker: Asker): Promise<Rendered>
}

/** Version of the rendering. Increase it when the same source and options give another result. */
const VERSION = 1
/** Maximum requests that wait, per rank and per account or address. */
const MAX_WAITING = { rank: 256, of: 128 }
/** Maximum pictures of other sites in memory, in total and per account or address. */
const FOREIGN_AT_ONCE = { atOnce: 4, each: 2 }
const FETCH = { ...PICTURE_FETCH, maxBytes: UPLOAD_MAX_BYTES, totalMs: 10_000 } as const
const DAY_MS = 24 * 60 * 60 * 1000

type Parts = { config: Config; media: MediaStore; log: Log }

/**
 * Creates the renderer. It renders each version once, few at a time, and caches results on disk up
 * to a limit.
 */
export function createImages({ config, media, log }: Parts): Images {
  const cache = createDiskCache(join(config.dataDir, 'cache', 'images'), config.imageCacheBytes)
  const fetcher = outboundFetcher(config)
  const underWay = createSharedWork<Buffer>()
  const foreignTurns = createTurns({ ...FOREIGN_AT_ONCE, ranks: RANKS })

  function make(
    name: string,
    { source, options, wanted }: Asked,
    turn: PictureTurn,
  ): Promise<Buffer> {
    // Another request may have rendered the same picture while this one waited.
    const finish = async (load: () => Promise<Buffer>) =>
      (await cache.read(name)) ?? keep(name, await transform(await load(), options, wanted))
    if ('key' in source) {
      return inLine(pictureTurns, () => finish(() => stored(source.key)), turn)
    }
    const { url } = source
    const { signal } = turn
    // Fetches wait in a queue as well, so that downloaded pictures do not pile up in memory.
    return inLine(
      foreignTurns,
      async () => {
        const { body } = await fetcher(url, { ...FETCH, ...(signal && { signal }) })
        return inLine(pictureTurns, () => finish(async () => body), turn)
      },
      turn,
    )
  }

  async function stored(key: string): Promise<Buffer> {
    const bytes = await media.read(key)
    if (!bytes) throw new HTTPException(404)
    return bytes
  }

  async function keep(name: string, bytes: Buffer): Promise<Buffer> {
    await cache
      .write(name, bytes)
      .catch((error: unknown) => log.warn('resized picture not cached', { error }))
    return bytes
  }

  return {
    async kept(asked) {
      const name = nameOf(asked)
      const bytes = await cache.read(name)
      return bytes && rendered(name, bytes)
    },
    async render(asked, { rank, of, signal, onWork }) {
      const name = nameOf(asked)
      const before = await cache.read(name)
      if (before) return rendered(name, before)
      // Shared only within a rank, so that no request waits in the queue of a lower rank.
      const shared = `${rank} ${name}`
      if (!underWay.has(shared)) await onWork()
      const work = (gone: AbortSignal) => make(name, asked, { rank, of, signal: gone })
      return rendered(name, await underWay.join(shared, work, signal))
    },
  }
}

async function inLine<T>(
  turns: Turns<Rank>,
  work: () => Promise<T>,
  turn: PictureTurn,
): Promise<T> {
  const isCrowded =
    turns.waiting(({ rank }) => rank === turn.rank) >= MAX_WAITING.rank ||
    turns.waiting(({ of }) => of === turn.of) >= MAX_WAITING.of
  if (isCrowded) throw new TooBusy('too many wait')
  return turns.take(work, turn)
}

function rendered(name: string, bytes: Buffer): Rendered {
  const type = rasterType(bytes)
  if (!type) throw new Error(`cached file is not a picture: ${name}`)
  return { bytes, type, name }
}

/**
 * Returns the cache key. It includes the day for pictures of other sites, which can change under
 * the same URL.
 */
function nameOf({ source, options, wanted }: Asked): string {
  const { fit, width, height, quality, sharpen, crop } = options
  const day = 'url' in source ? Math.floor(Date.now() / DAY_MS) : 0
  const exact = [VERSION, source, day, fit, width, height, quality, sharpen, crop, wanted]
  return createHash('sha256').update(JSON.stringify(exact)).digest('hex')
}
