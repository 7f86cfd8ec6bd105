import { Agent, request } from 'node:http'

/** How often a lot is sent; its requests are spread over as many connections. */
const EVERY_MS = 10

/**
 * Asks at a steady pace, whatever the answers do, so that a stall counts for everybody who came
 * during it. Answers how long each took, in ms, from when it was due.
 */
export async function askAtPace(url: string, perSecond: number, seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const under: Promise<void>[] = []
  const begun = performance.now()
  const all = perSecond * seconds
  for (let sent = 0; sent < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1)
    for (; sent < due; sent++) {
      const dueAt = begun + (sent / perSecond) * 1000
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

/** The time that this part of them kept. */
export const quantile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ??
  NaN
