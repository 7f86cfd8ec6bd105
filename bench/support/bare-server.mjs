// Minimal Node server that redirects, for comparison.
import { createServer } from 'node:http'

createServer((request, response) => {
  response.writeHead(302, { Location: 'http://shop.example/product/12345?size=9&color=red' })
  response.end()
}).listen(Number(process.env.PORT), '127.0.0.1')
