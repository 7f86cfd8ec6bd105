import { Socket } from 'node:net'

// A test that forgets to answer a request fails at once, even on a machine with a network.
Socket.prototype.connect = function refuse(this: Socket) {
  const error = Object.assign(new Error('Unit tests have no network.'), { code: 'ENETUNREACH' })
  process.nextTick(() => this.destroy(error))
  return this
}
