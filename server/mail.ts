import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { APP_NAME } from '#contract/product.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

export type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** `outbox`: nothing leaves this machine; whoever runs it finds the mails on disk (D-91). */
  readonly delivery: 'smtp' | 'outbox'
  send(mail: Mail): Promise<'smtp' | 'outbox'>
}

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

export function createMailer(config: Settings, log: Log): Mailer {
  return config.smtpUrl ? smtp(config.smtpUrl, config.mailFrom) : outbox(config, log)
}

/** Text only, and nothing in a mail may pull in a file or an address. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

function smtp(url: string, from: string): Mailer {
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, ...SAFE },
    { from: { name: APP_NAME, address: from } },
  )
  return {
    delivery: 'smtp',
    async send(mail) {
      await transport.sendMail(mail)
      return 'smtp'
    },
  }
}

function outbox({ dataDir, mailFrom }: Settings, log: Log): Mailer {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'unix', ...SAFE },
    { from: { name: APP_NAME, address: mailFrom } },
  )
  return {
    delivery: 'outbox',
    async send(mail) {
      const { message } = await transport.sendMail(mail)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(
        folder,
        `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`,
      )
      await writeFile(path, message as Buffer, { mode: 0o600, flag: 'wx' })
      log.warn('mail kept on disk, because SMTP_URL is not set', { path })
      return 'outbox'
    },
  }
}
