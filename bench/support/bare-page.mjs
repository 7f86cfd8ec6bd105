// Minimal Node server that sends a page from memory.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.env.PAGE)
const headers = JSON.parse(process.env.HEADERS)

createServer((request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
