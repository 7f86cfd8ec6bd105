/**
 * Node options for a process that reports its connections on stderr: the path of a socket, or host
 * and port.
 */
export const WATCH_CONNECTIONS = `--import "data:text/javascript,${encodeURIComponent(`
  import { Socket } from 'node:net'
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (...args) {
    const [to, host] = Array.isArray(args[0]) ? args[0] : args
    const name = typeof to === 'object' ? to.path ?? to.host + ':' + to.port : host ? host + ':' + to : to
    process.stderr.write('watched: ' + name + '\\n')
    return connect.apply(this, args)
  }
`)}"`

/** Returns the reported connections that lead neither to a file nor to this machine. */
export const foreignConnections = (stderr: string): string[] =>
  stderr.match(/watched: (?!\/|localhost:|127\.0\.0\.1:).*/g) ?? []
