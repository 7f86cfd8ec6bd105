import sharp from 'sharp'
import { V1, V2 } from '#contract/app-constants.ts'

const LINKS = 12
/** Bytes per pixel: red, green and blue. */
const CHANNELS = 3

/**
 * Creates a published page like a creator's: a cover, a portrait and twelve products with photos.
 */
export async function makePhotoPage(origin: string, token: string, slug: string): Promise<void> {
  const ask = async <Body>(method: string, path: string, body: object): Promise<Body> => {
    const answer = await fetch(origin + path, {
      method,
      headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  const upload = async (kind: string, photo: Buffer): Promise<number> => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    const answer = await fetch(`${origin}${V1}/uploader/upload/${kind}/`, {
      method: 'POST',
      headers: { 'X-API-TOKEN': token },
      body: form,
    })
    if (!answer.ok) throw new Error(`upload: ${await answer.text()}`)
    return ((await answer.json()) as { id: number }).id
  }
  const links: string[] = []
  for (let n = 0; n < LINKS; n++) {
    const { result } = await ask<{ result: { uuid: string } }>('POST', `${V2}/links/`, {
      url: `http://shop.example/${n}`,
    })
    const picture = await upload('link_preview', await photo(1600, 1200, n))
    await ask('PATCH', `${V2}/links/${result.uuid}/`, {
      name: `A thing that I own and use, number ${n}`,
      custom_image_upload_id: picture,
    })
    links.push(result.uuid)
  }
  await ask('POST', `${V2}/pages/`, {
    slug,
    title: 'Ana Example',
    description: 'Only things I own.',
    is_published: true,
    image_upload_id: await upload('split_page', await photo(1200, 1200, 50)),
    cover_upload_id: await upload('split_page', await photo(2400, 1200, 51)),
  })
  const section = { title: 'Start here', type: 'links', layout: 'grid', links }
  await ask('POST', `${V2}/sections/`, section)
}

/**
 * Draws noise of several sizes, finer details being fainter as in photos. They determine how well
 * it compresses.
 */
async function photo(width: number, height: number, seed: number): Promise<Buffer> {
  const random = numbersFrom(seed + 1)
  const layers = await Promise.all(
    [6, 24, 96, 384].map(async (cells, depth) => ({
      input: await noise(random, cells, width, height),
      blend: 'over' as const,
      opacity: 1 / 2 ** depth,
    })),
  )
  const [first, ...finer] = layers
  if (!first) throw new Error('There are no layers')
  const overlaid = finer.map(async ({ input, blend, opacity }) => ({
    input: await sharp(input)
      .ensureAlpha(opacity / 2)
      .png()
      .toBuffer(),
    blend,
  }))
  return sharp(first.input)
    .composite(await Promise.all(overlaid))
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** Draws noise with `cells` coloured fields per line, scaled up smoothly. */
function noise(random: () => number, cells: number, width: number, height: number) {
  const down = Math.max(1, Math.round((cells * height) / width))
  const pixels = Buffer.from(Array.from({ length: cells * down * CHANNELS }, () => random() * 255))
  return sharp(pixels, { raw: { width: cells, height: down, channels: CHANNELS } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** Returns a generator of the same numbers between 0 and 1 in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}
