// Receiver that accepts every message. Prints nothing; its parent waits for the message "ready".
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
