import { randomUUID } from 'node:crypto'
import type { ShortLink } from '#contract/links/short-link.ts'
import { IDEMPOTENCY_HEADER, TOKEN_HEADER } from '#contract/app-constants.ts'
import { LINKS } from '#support/server/links.ts'
import type { Person } from '#support/server/people.ts'

/** Shop on a port where nothing listens, so that reading the page fails at once. */
const SHOP = 'http://127.0.0.1:9'
const ANSWER_MS = 20_000
const PAUSE_MS = 50

/** Last acknowledged name by URL. Each link has its own URL. */
type AcknowledgedNames = ReadonlyMap<string, string>
type CheckResult = { acknowledged: number; missing: number; doubled: number; old: number }

/**
 * Clients that create and edit links like the app: each write has a key and is retried until it is
 * acknowledged. They remember all acknowledged writes.
 */
export class Writers {
  readonly #names = new Map<string, string>()
  /** Number of answers by status. `none`: the connection was refused or broke. */
  readonly statuses = new Map<string, number>()
  /** Number of 503 answers without a retry time. */
  vague = 0
  slowestMs = 0
  readonly #origin: string
  readonly #person: Person

  constructor(origin: string, person: Person) {
    this.#origin = origin
    this.#person = person
  }

  /** Writes until `isOver` and every started write is acknowledged. */
  async write(clients: number, isOver: () => boolean): Promise<void> {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver()) await this.#makeAndEdit()
      }),
    )
  }

  async #makeAndEdit() {
    const url = `${SHOP}/${randomUUID()}`
    const { result } = await this.#send<{ result: ShortLink }>('POST', LINKS, { url, name: 'new' })
    this.#names.set(url, 'new')
    const name = `edited ${url.slice(-6)}`
    await this.#send('PATCH', `${LINKS}${result.uuid}/`, { name })
    this.#names.set(url, name)
  }

  async #send<Answer>(method: string, path: string, body: object): Promise<Answer> {
    const key = randomUUID()
    for (;;) {
      const startedAt = performance.now()
      const response = await fetch(this.#origin + path, {
        method,
        headers: {
          [TOKEN_HEADER]: this.#person.token,
          [IDEMPOTENCY_HEADER]: key,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      this.#note(response, text)
      if (text !== undefined)
        this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt)
      if (response?.ok && text !== undefined) return JSON.parse(text) as Answer
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  #note(response: Response | undefined, text: string | undefined) {
    const status = text === undefined ? 'none' : String(response?.status)
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    const isVague = status === '503' && !(text?.includes('retry_after') ?? false)
    if (isVague || (status === '503' && !response?.headers.has('Retry-After'))) this.vague += 1
  }

  /** Returns statuses that are never acceptable. */
  unexpected(): string[] {
    return [...this.statuses.keys()].filter((one) => !['200', '201', '503', 'none'].includes(one))
  }

  tally(): string {
    const parts = [...this.statuses].map(([status, times]) => `${times}×${status}`)
    return parts.join(' ')
  }

  /** Returns the writes acknowledged so far. A backup made afterwards must contain them. */
  acknowledged = (): AcknowledgedNames => new Map(this.#names)

  /** Reads all links and compares them with the acknowledged writes. */
  async check(
    person: Pick<Person, 'send'> = this.#person,
    expected: AcknowledgedNames = this.#names,
  ): Promise<CheckResult> {
    const found = new Map<string, string[]>()
    for (let page = 1, more = true; more; page += 1) {
      const path = `${LINKS}search/`
      const response = await person.send('POST', path, { page, page_size: 500 })
      if (!response.ok) throw new Error(`The links cannot be read: ${response.status}`)
      const { results, next } = (await response.json()) as {
        results: ShortLink[]
        next: string | null
      }
      for (const { url, name } of results) found.set(url, [...(found.get(url) ?? []), name])
      more = next !== null
    }
    const all = [...expected]
    return {
      acknowledged: all.length,
      missing: all.filter(([url]) => !found.has(url)).length,
      doubled: [...found.values()].filter((names) => names.length > 1).length,
      old: all.filter(([url, name]) => isOlder(found.get(url)?.[0], name)).length,
    }
  }
}

/**
 * Returns whether the last acknowledged edit is missing. If only the creation was acknowledged, the
 * edit may be stored already.
 */
const isOlder = (found: string | undefined, name: string) =>
  found !== undefined && found !== name && name !== 'new'

export const isComplete = ({ missing, doubled, old }: CheckResult) => missing + doubled + old === 0

export const formatCheck = ({ acknowledged, missing, doubled, old }: CheckResult) =>
  `${acknowledged} links acknowledged, ${missing} missing, ${doubled} doubled, ${old} without the last edit`
