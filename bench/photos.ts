// Measures redirects while large photos are uploaded and resized. Rounds with and without photos
// alternate, and a minimal server is measured as well to show what is due to the machine. Prints
// ratios; it neither passes nor fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { hashSecret } from '../server/people/accounts/one-time-keys.ts'
import { askAtPace, quantile } from './support/paced.ts'
import { freePort, startBareServer, startServer } from './support/server-process.ts'
import { openDatabase, storeLinks } from './support/stored-links.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
const PER_SECOND = 200
const UPLOADING = 3
const TOKEN = 'bench-photos'
const PARTS = [0.5, 0.95, 0.99]
const WIDTHS = [96, 192, 480, 960]

type Times = { ours: number[]; bare: number[] }

const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
const bare = await startBareServer(await freePort())
const ours = await startServer(folder, await freePort())
let photos = 0
let sizes = 0
try {
  await prepare()
  const photo = await bigPhoto()
  const quiet: Times[] = []
  const busy: Times[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const without = await measure()
    const stop = sendPhotos(photo)
    await sleep(500)
    const beside = await measure()
    await stop()
    if (round === 0) photos = 0
    else {
      quiet.push(without)
      busy.push(beside)
    }
  }
  const rate = photos / (ROUNDS * (SECONDS + 0.5))
  printTable(
    `Redirects at ${PER_SECOND} per second while ${rate.toFixed(1)} photos of 12 megapixels per second are uploaded and resized`,
    [['', 'without', 'with', 'ratio', 'bare without', 'bare with', 'ratio'], ...PARTS.map(row)],
  )

  function row(part: number): string[] {
    const of = (rounds: Times[], name: keyof Times) =>
      median(rounds.map((times) => quantile(times[name], part)))
    const both = (name: keyof Times) => {
      const [a, b] = [of(quiet, name), of(busy, name)]
      return [`${a.toFixed(1)} ms`, `${b.toFixed(1)} ms`, (b / a).toFixed(1)]
    }
    return [`p${part * 100}`, ...both('ours'), ...both('bare')]
  }
} finally {
  await Promise.all([bare.stop('SIGTERM'), ours.stop('SIGTERM')])
  rmSync(folder, { recursive: true, force: true })
}

/** Creates links and a session. */
async function prepare() {
  const sql = await openDatabase(folder)
  await storeLinks(sql, 0, 100)
  await sql`
    insert into sessions (user_id, token_hash, fingerprint, expires_at)
    select id, ${hashSecret(TOKEN)}, 'bench', now() + interval '1 day' from users limit 1`
  await sql.end()
}

async function measure(): Promise<Times> {
  const [ourTimes, bareTimes] = await Promise.all([
    askAtPace(`${ours.origin}/s/viral`, PER_SECOND, SECONDS),
    askAtPace(bare.origin, PER_SECOND, SECONDS),
  ])
  return { ours: ourTimes, bare: bareTimes }
}

/** Creates a photo of 4032 x 3024 pixels with noise, like one from a phone. */
function bigPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 1008, height: 756, channels: 3, noise, background: '#888' } as const
  return sharp({ create }).resize(4032, 3024).jpeg({ quality: 88 }).toBuffer()
}

/** Uploads photos with several users at once, and requests their list sizes. */
function sendPhotos(photo: Buffer): () => Promise<void> {
  const over = new AbortController()
  const { signal } = over
  async function keepSending() {
    while (!signal.aborted) {
      const path = await upload(photo)
      photos += 1
      // Use a new width each time, because a cached size would cost nothing.
      for (const width of WIDTHS) if (!signal.aborted) await resized(path, width + (sizes += 1))
    }
  }
  const all = Promise.all(Array.from({ length: UPLOADING }, keepSending))
  return async () => {
    over.abort()
    await all
  }
}

async function upload(bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`${ours.origin}/v1/uploader/upload/link_preview/`, {
    method: 'POST',
    headers: { 'X-API-TOKEN': TOKEN },
    body: form,
  })
  if (response.status !== 201) throw new Error(`The photo was rejected: ${await response.text()}`)
  return ((await response.json()) as { image_url: string }).image_url
}

async function resized(path: string, width: number) {
  const options = `fit=cover,quality=85,sharpen=1,width=${width},height=${width}`
  // Unusual sizes are created only for signed-in users.
  const headers = { Accept: 'image/avif,image/webp,*/*', 'X-API-TOKEN': TOKEN }
  const response = await fetch(`${ours.origin}/cdn-cgi/image/${options}${path}`, { headers })
  if (!response.ok) throw new Error(`The photo was not resized: ${response.status}`)
  await response.arrayBuffer()
}
