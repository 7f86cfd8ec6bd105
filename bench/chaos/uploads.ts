import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import type { Person } from '#support/server/people.ts'

/** User who uploads different pictures one after the other. */
export class Uploads {
  /** URLs of the accepted pictures. */
  readonly accepted: string[] = []
  readonly #statuses = new Map<string, number>()
  readonly #origin: string
  readonly #person: Person

  constructor(origin: string, person: Person) {
    this.#origin = origin
    this.#person = person
  }

  async send(isOver: () => boolean) {
    for (let n = 0; !isOver(); n += 1) {
      const form = new FormData()
      form.set('file', new File([new Uint8Array(await noise(n))], 'photo.png'))
      const response = await fetch(`${this.#origin}/v1/uploader/upload/link_preview/`, {
        method: 'POST',
        headers: { [TOKEN_HEADER]: this.#person.token },
        body: form,
      }).catch(() => undefined)
      const body = (await response?.json().catch(() => undefined)) as
        | { image_url?: string }
        | undefined
      const status = String(response?.status ?? 'none')
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1)
      const url = body?.image_url
      if (status === '201' && url) this.accepted.push(url)
      await sleep(150)
    }
  }

  tally = () => [...this.#statuses].map(([status, times]) => `${times}×${status}`).join(' ')
  unexpected = () =>
    [...this.#statuses.keys()].filter((one) => !['201', '503', '507'].includes(one))

  /** Returns how many accepted pictures cannot be read. */
  async missing(accepted = this.accepted, origin = this.#origin): Promise<number> {
    let missing = 0
    for (const url of accepted) {
      const { pathname } = new URL(url, this.#origin)
      if (!(await fetch(origin + pathname)).ok) missing += 1
    }
    return missing
  }
}

/** Draws a unique picture that compresses badly. */
const noise = (seed: number) =>
  sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: { r: seed % 256, g: (seed * 7) % 256, b: (seed * 31) % 256 },
      noise: { type: 'gaussian', mean: 100 + (seed % 50), sigma: 60 },
    },
  })
    .png()
    .toBuffer()
