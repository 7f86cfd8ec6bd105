import type { Config } from '../config/config.ts'
import type { Mail } from './letter.ts'
import { writeToOutbox } from './outbox.ts'
import { prepareMail } from './ready-letter.ts'
import { type SmtpTimeouts, smtpSender } from './smtp.ts'
import type { Log } from '../log/log.ts'

export type { Mail }

export type Mailer = {
  /** `outbox` means that emails are stored on disk for the operator instead of being sent. */
  readonly delivery: 'smtp' | 'outbox'
  send(mail: Mail): Promise<'smtp' | 'outbox'>
}

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/**
 * Creates a mailer. Only jobs use it, so that an email stays in the queue while the mail server
 * refuses it.
 */
export function createMailer(config: Settings, log: Log, patience?: SmtpTimeouts): Mailer {
  const { smtpUrl, mailFrom, dataDir } = config
  const delivery = smtpUrl ? 'smtp' : 'outbox'
  const post = smtpUrl && smtpSender(smtpUrl, log, patience)
  return {
    delivery,
    async send(mail) {
      const letter = await prepareMail(mail, mailFrom)
      await (post ? post(letter) : writeToOutbox(dataDir, letter, log))
      return delivery
    },
  }
}

/**
 * Returns a mailer that gives the emails of a job the same ids in each attempt. An attempt that
 * seemed to fail may have delivered them, and mail programs then hide the duplicates.
 */
export function mailerForJob(mail: Mailer, job: { id: string; created_at: Date }): Mailer {
  let nth = 0
  const next = () => `${job.id} ${job.created_at.toISOString()} ${nth++}`
  return { ...mail, send: (letter) => mail.send({ id: next(), ...letter }) }
}
