import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShortLink } from '#contract/links/short-link.ts'
import { addLink } from '#support/server/links.ts'
import type { Person } from '#support/server/people.ts'
import type { Process } from '#support/server/processes/process.ts'
import { PHONE } from '#support/server/links/short-links.ts'

const VISITORS = 8
/** Default pause between clicks in ms. This test looks for faults, not speed. */
const PAUSE_MS = 5
const ANSWER_MS = 10_000

export type ClickCounts = {
  /** Number of redirects, each of which is a click. */
  answered: number
  /** Number of answers other than redirects. */
  other: number
  /** Number of refused or broken connections. */
  none: number
  slowestMs: number
}

/** Creates links for clicks during faults. */
export async function makeLinks(person: Person, count = 20): Promise<ShortLink[]> {
  const made: ShortLink[] = []
  for (let n = 0; n < count; n += 1) {
    made.push(await addLink(person, `http://127.0.0.1:9/known/${randomUUID()}`))
  }
  return made
}

/** Clicks on the links with several visitors until `isOver`. Each pauses between its clicks. */
export async function clickLinks(
  { origin }: Pick<Process, 'origin'>,
  links: ShortLink[],
  isOver: () => boolean,
  pauseMs = PAUSE_MS,
): Promise<ClickCounts> {
  const clicked: ClickCounts = { answered: 0, other: 0, none: 0, slowestMs: 0 }
  const agent = new Agent({ keepAlive: true })
  let asked = 0
  const visitor = async () => {
    while (!isOver()) {
      const link = links[(asked += 1) % links.length]
      const startedAt = performance.now()
      const status = await visit(agent, `${origin}/s/${link?.short_code}`, asked)
      clicked.slowestMs = Math.max(clicked.slowestMs, performance.now() - startedAt)
      if (status === 302) clicked.answered += 1
      else if (status === undefined) clicked.none += 1
      else clicked.other += 1
      await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  agent.destroy()
  return clicked
}

async function visit(agent: Agent, url: string, n: number): Promise<number | undefined> {
  const address = `198.51.${Math.floor(n / 250) % 250}.${n % 250}`
  const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': address }
  try {
    const asked = request(url.replace('localhost', '127.0.0.1'), {
      agent,
      headers,
      timeout: ANSWER_MS,
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  } catch {
    return undefined
  }
}
