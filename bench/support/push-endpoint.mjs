// A push service that takes every message and does nothing with it: what is left is the sender.
import { createServer } from 'node:https'

const { KEY, CERT, PORT } = process.env
createServer({ key: KEY, cert: CERT }, (request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(201).end())
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('listening'))
