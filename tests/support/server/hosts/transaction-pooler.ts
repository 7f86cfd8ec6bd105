import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { DbAddress } from '../../../../server/platform/db/client.ts'

/** Greeting that a pooler sends itself: authentication succeeded, ready for queries. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const GOODBYE = 0x58
/**
 * Type of the last message of an answer (ReadyForQuery), which holds the transaction state: none,
 * open or failed.
 */
const READY = 0x5a
const NO_TRANSACTION = 0x49

export type TransactionPooler = { url: string; stop(): void }

/**
 * Starts a pooler with one database connection for all clients. A client holds it until its
 * transaction ends.
 */
export async function startTransactionPooler(
  real: Extract<DbAddress, { socketDir: string }>,
): Promise<TransactionPooler> {
  const upstream = connect(join(real.socketDir, '.s.PGSQL.5432'))
  const waiting: { client: Socket; message: Buffer }[] = []
  const clients = new Set<Socket>()
  let owner: Socket | undefined
  let hasBegun = false

  function next() {
    while (!owner || waiting[0]?.client === owner) {
      const first = waiting.shift()
      if (!first) return
      owner = first.client
      upstream.write(first.message)
    }
  }

  upstream.on('data', (chunk) => {
    const isFree = endsTransaction(chunk)
    if (hasBegun) owner?.write(chunk)
    if (!isFree) return
    hasBegun = true
    owner = undefined
    next()
  })

  const server = createServer((client) => {
    clients.add(client)
    client.on('error', () => {})
    client.once('data', (startup) => {
      if (!hasBegun && upstream.bytesWritten === 0) upstream.write(startup)
      client.write(WELCOME)
      client.on('data', (message) => {
        if (message[0] === GOODBYE) client.end()
        else if (client === owner) upstream.write(message)
        else waiting.push({ client, message })
        if (hasBegun) next()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${real.user}@127.0.0.1:${port}/${real.database}`,
    stop() {
      for (const client of clients) client.destroy()
      upstream.destroy()
      server.close()
    },
  }
}

/**
 * Returns whether the answer ends a transaction. Expects small answers, which arrive in one chunk.
 */
const endsTransaction = (chunk: Buffer) => chunk.at(-6) === READY && chunk.at(-1) === NO_TRANSACTION
