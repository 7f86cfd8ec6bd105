import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { HTTPException } from 'hono/http-exception'
import { UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import type { Config } from '../config.ts'
import { rasterType, type RasterType } from '../extraction/raster.ts'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media.ts'
import { outboundFetcher } from '../outbound.ts'
import { createDiskCache } from './disk-cache.ts'
import type { Transform } from './options.ts'
import { pictureTurns } from './turns.ts'
import { TooBusy, transform, type Wanted } from './transform.ts'

/** A stored picture by its key, or anybody's by its URL. */
export type Source = { key: string } | { url: string }

export type Rendered = { bytes: Buffer; type: RasterType; name: string }

export type Images = {
  /** The picture as wanted, made once and kept for a while. Throws `NotAPicture`, `TooBusy`, `FetchFailure`, 404. */
  render(source: Source, options: Transform, wanted: Wanted): Promise<Rendered>
}

/** Raised when what is made of the same source and options changes. */
const VERSION = 1
const MAX_WAITING = 256
const FETCH = { maxBytes: UPLOAD_MAX_BYTES, overflow: 'fail', totalMs: 10_000 } as const
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif;q=0.9,*/*;q=0.1'
const DAY_MS = 24 * 60 * 60 * 1000

type Parts = { config: Config; media: MediaStore; log: Log }

/** Resizes pictures on demand: each version once at a time, few at once, kept on disk up to a limit. */
export function createImages({ config, media, log }: Parts): Images {
  const cache = createDiskCache(join(config.dataDir, 'cache', 'images'), config.imageCacheBytes)
  const fetcher = outboundFetcher(config)
  const underWay = new Map<string, Promise<Buffer>>()

  async function load(source: Source): Promise<Buffer> {
    if ('url' in source) return (await fetcher(source.url, { ...FETCH, accept: ACCEPT })).body
    const bytes = await media.read(source.key)
    if (!bytes) throw new HTTPException(404)
    return bytes
  }

  async function make(name: string, source: Source, options: Transform, wanted: Wanted) {
    if (pictureTurns.waiting() >= MAX_WAITING) throw new TooBusy('too many wait')
    const original = await load(source)
    const bytes = await pictureTurns.take(() => transform(original, options, wanted))
    await cache
      .write(name, bytes)
      .catch((error: unknown) => log.warn('a resized picture could not be kept', { error }))
    return bytes
  }

  function once(name: string, work: () => Promise<Buffer>): Promise<Buffer> {
    const running = underWay.get(name)
    if (running) return running
    const made = work().finally(() => underWay.delete(name))
    underWay.set(name, made)
    return made
  }

  return {
    async render(source, options, wanted) {
      const name = nameOf(source, options, wanted)
      const bytes =
        (await cache.read(name)) ?? (await once(name, () => make(name, source, options, wanted)))
      const type = rasterType(bytes)
      if (!type) throw new Error(`a kept picture is none: ${name}`)
      return { bytes, type, name }
    },
  }
}

/** Other people's pictures change under their address, so a day later theirs is another name. */
function nameOf(source: Source, options: Transform, wanted: Wanted): string {
  const { fit, width, height, quality, sharpen, crop } = options
  const day = 'url' in source ? Math.floor(Date.now() / DAY_MS) : 0
  const exact = [VERSION, source, day, fit, width, height, quality, sharpen, crop, wanted]
  return createHash('sha256').update(JSON.stringify(exact)).digest('hex')
}
