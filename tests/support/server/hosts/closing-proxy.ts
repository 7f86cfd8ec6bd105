import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** Proxy in front of a database. While closed, it accepts connections and ends them at once. */
export class ClosingProxy {
  readonly #open = new Set<Socket>()
  /** Connections that are open on the database's side. */
  readonly databaseConnections = new Set<Socket>()
  readonly #server
  #isClosed = false
  /** Number of connections that were ended at once. */
  refused = 0

  constructor(to: NetConnectOpts) {
    this.#server = createServer({ allowHalfOpen: true }, (from) => {
      this.#keep(from)
      if (this.#isClosed) {
        this.refused += 1
        from.end()
        return
      }
      const there = connect(to)
      this.#keep(there)
      from.on('close', () => there.destroy())
      there.on('close', () => from.destroy())
      this.databaseConnections.add(there)
      for (const end of ['end', 'close'])
        there.on(end, () => this.databaseConnections.delete(there))
      from.pipe(there).pipe(from)
    })
  }

  async listen(): Promise<number> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  close() {
    this.#isClosed = true
    for (const socket of this.#open) socket.destroy()
  }

  reopen() {
    this.#isClosed = false
  }

  stop() {
    this.close()
    this.#server.close()
  }

  #keep(socket: Socket) {
    this.#open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#open.delete(socket))
  }
}
