import type { Config } from '../config/config.ts'
import type { Mail } from './letter.ts'
import { keepOnDisk } from './outbox.ts'
import { readyLetter } from './ready-letter.ts'
import { type Patience, smtpSender } from './smtp.ts'
import type { Log } from '../log/log.ts'

export type { Mail }

export type Mailer = {
  /** `outbox`: nothing leaves this machine; whoever runs it finds the mails on disk (D-91). */
  readonly delivery: 'smtp' | 'outbox'
  send(mail: Mail): Promise<'smtp' | 'outbox'>
}

type Settings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

/** Only jobs send: what a mail server does not take now stays in the queue. */
export function createMailer(config: Settings, log: Log, patience?: Patience): Mailer {
  const { smtpUrl, mailFrom, dataDir } = config
  const delivery = smtpUrl ? 'smtp' : 'outbox'
  const post = smtpUrl && smtpSender(smtpUrl, log, patience)
  return {
    delivery,
    async send(mail) {
      const letter = await readyLetter(mail, mailFrom)
      await (post ? post(letter) : keepOnDisk(dataDir, letter, log))
      return delivery
    },
  }
}

/**
 * The letters of a job have the same ids in each of its tries. A try whose answer was lost may have
 * delivered them; mail programs show one of them then.
 */
export function mailOfJob(mail: Mailer, job: { id: string; created_at: Date }): Mailer {
  let nth = 0
  const next = () => `${job.id} ${job.created_at.toISOString()} ${nth++}`
  return { ...mail, send: (letter) => mail.send({ id: next(), ...letter }) }
}
