import type { Mail, Mailer } from './mail.ts'

/**
 * Returns a mailer that marks each subject as sample data, so that readers do not take invented
 * sales for real ones.
 */
export const labelledMailer = (mailer: Mailer): Mailer => ({
  delivery: mailer.delivery,
  send: (mail) => mailer.send(labelled(mail)),
})

const labelled = (mail: Mail): Mail => ({ ...mail, subject: `[Sample data] ${mail.subject}` })
