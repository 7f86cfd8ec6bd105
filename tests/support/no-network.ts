import { Socket } from 'node:net'

// Whoever forgets to answer a request hears so at once, also on a machine that has a network.
Socket.prototype.connect = function refuse(this: Socket) {
  const error = Object.assign(new Error('Unit tests have no network.'), { code: 'ENETUNREACH' })
  process.nextTick(() => this.destroy(error))
  return this
}
