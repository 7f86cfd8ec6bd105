import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestServer } from '../test-app.ts'

/** The mails that this server kept on disk for an address (D-91). */
export function mailsTo(server: TestServer, email: string): string[] {
  const folder = join(server.deps.config.dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path).mode & 0o077) === 0)
    .map((path) => readFileSync(path, 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
}

/** The link in a mail, which may be wrapped for the journey. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/\S+/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0]
  if (!link) throw new Error(`no link in ${mail}`)
  return link
}

/** A mail server that takes everything. */
export async function startMailServer() {
  const mails: string[] = []
  const server = createServer((socket) => {
    let text = ''
    let inMail = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString()
      if (inMail) {
        if (!text.endsWith('\r\n.\r\n')) return
        mails.push(text.replaceAll('\r\n', '\n'))
        inMail = false
      } else inMail = /^DATA\r\n$/im.test(text)
      text = ''
      socket.write(inMail ? '354 go on\r\n' : '250 fine\r\n')
    })
    socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { mails, url: `smtp://127.0.0.1:${address.port}`, stop: () => server.close() }
}
