import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DbAddress } from '../../../../server/platform/db/client.ts'

const SOCKET = '.s.PGSQL.5432'

export type CuttableDatabase = {
  /** Address of the database through the proxy. */
  address: DbAddress
  /** Ends all connections and refuses new ones, as when the database's machine fails. */
  cut(): Promise<void>
  mend(): Promise<void>
  remove(): Promise<void>
}

/** Starts a proxy between a server and its database. */
export async function startCuttableDatabase(
  real: Extract<DbAddress, { socketDir: string }>,
): Promise<CuttableDatabase> {
  const socketDir = mkdtempSync(join(tmpdir(), 'split-test-cut-'))
  chmodSync(socketDir, 0o700)
  const open = new Set<Socket>()
  let server: Server | undefined

  async function mend() {
    server = createServer((from) => {
      const to = connect(join(real.socketDir, SOCKET))
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        open.add(one)
        one.on('error', () => {})
        one.on('close', () => {
          open.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    }).listen(join(socketDir, SOCKET))
    await once(server, 'listening')
  }

  async function cut() {
    const closed = server && once(server, 'close')
    server?.close()
    server = undefined
    for (const socket of open) socket.destroy()
    await closed
  }

  await mend()
  return {
    address: { ...real, socketDir },
    cut,
    mend,
    async remove() {
      await cut()
      rmSync(socketDir, { recursive: true, force: true })
    },
  }
}
