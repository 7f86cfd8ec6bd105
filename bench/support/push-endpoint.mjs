// Push service that accepts every message and does nothing else, so that only the sender is
// measured.
import { createServer } from 'node:https'

const { KEY, CERT, PORT } = process.env
createServer({ key: KEY, cert: CERT }, (request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(201).end())
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('listening'))
