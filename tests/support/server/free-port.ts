import { once } from 'node:events'
import { createServer } from 'node:net'

/** The system may give one again as soon as it is free, which it is before anybody has taken it. */
const given = new Set<number>()

/** A port that nobody listens on, at any address; in one process each is given once. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  if (given.has(address.port)) return freePort()
  given.add(address.port)
  return address.port
}
