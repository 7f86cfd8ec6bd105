import type { Mail, Mailer } from './mail.ts'

/** Nobody shall take a mail about invented sales for one about theirs. */
export const labelledMailer = (mailer: Mailer): Mailer => ({
  delivery: mailer.delivery,
  send: (mail) => mailer.send(labelled(mail)),
})

const labelled = (mail: Mail): Mail => ({ ...mail, subject: `[Sample data] ${mail.subject}` })
