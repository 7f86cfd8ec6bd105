import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports that were returned before. The system may offer one again before a test has opened it. */
const returned = new Set<number>()

/** Returns an unused port, each only once per process. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  if (returned.has(address.port)) return freePort()
  returned.add(address.port)
  return address.port
}
