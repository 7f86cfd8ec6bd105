import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { APP_NAME } from '#contract/app-constants.ts'
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
  return {
    delivery: 'outbox',
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const at = new Date().toISOString().replaceAll(':', '-')
      const path = join(folder, `${at}-${randomUUID()}.eml`)
      await writeFile(path, letter(mail, mailFrom), { mode: 0o600, flag: 'wx' })
      log.warn('mail kept on disk, because SMTP_URL is not set', { path })
      return 'outbox'
    },
  }
}

/** Not wrapped and encoded for a journey: an operator copies links out of the file as it is. */
function letter({ to, subject, text }: Mail, from: string): string {
  const headers = {
    From: `${APP_NAME} <${from}>`,
    To: to,
    Subject: subject,
    Date: new Date().toUTCString().replace('GMT', '+0000'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${oneLine(value)}`)
  return [...lines, '', text].join('\n')
}

const oneLine = (value: string) => value.replaceAll(/\s+/g, ' ')
