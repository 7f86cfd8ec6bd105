import { Agent, request } from 'node:http'

/** Interval in ms between batches. The requests of a batch use separate connections. */
const EVERY_MS = 10

/**
 * Sends requests at a constant rate, regardless of the answers, so that a stall affects all
 * requests due during it. Returns the durations in ms since each request was due.
 */
export async function askAtPace(url: string, perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const under: Promise<void>[] = []
  const startedAt = performance.now()
  const all = perSecond * seconds
  for (let sent = 0; sent < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1)
    for (; sent < due; sent++) {
      const dueAt = startedAt + (sent / perSecond) * 1000
      under.push(ask(url, agent).then(() => void times.push(performance.now() - dueAt)))
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 4))
  }
  await Promise.all(under)
  agent.destroy()
  return times
}

const ask = (url: string, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0' }
    request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 302) reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().on('end', resolve)
    })
      .on('error', reject)
      .end()
  })

/** Returns the quantile of the times. `part` is between 0 and 1. */
export const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  NaN
