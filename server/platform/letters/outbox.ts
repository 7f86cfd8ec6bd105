import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log/log.ts'
import type { PreparedMail } from './ready-letter.ts'

/** Writes an email to the outbox folder, where the operator can read it. */
export async function writeToOutbox(
  dataDir: string,
  letter: PreparedMail,
  log: Log,
): Promise<void> {
  const folder = join(dataDir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const at = new Date().toISOString().replaceAll(':', '-')
  const path = join(folder, `${at}-${randomUUID()}.eml`)
  await writeFile(path, file(letter), { mode: 0o600, flag: 'wx' })
  log.warn('email written to disk, because SMTP_URL is not set', { path })
}

/**
 * Returns the file without line wrapping and transfer encoding, so that an operator can copy links
 * from it.
 */
function file({ from, to, subject, text, html, messageId, headers }: PreparedMail): string {
  const boundary = `=_${randomUUID()}`
  const fields = {
    From: `${from.name} <${from.address}>`,
    To: to,
    Subject: subject,
    Date: new Date().toUTCString().replace('GMT', '+0000'),
    'Message-ID': messageId,
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="${boundary}"`,
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const parts = [
    ['text/plain', text],
    ['text/html', html],
  ].map(
    ([type, words]) =>
      `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${words}\n`,
  )
  return `${lines.join('\n')}\n\n${parts.join('')}--${boundary}--\n`
}
