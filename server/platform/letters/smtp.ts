import { createTransport } from 'nodemailer'
import type { Log } from '../log/log.ts'
import type { PreparedMail } from './ready-letter.ts'

/**
 * Timeouts for the mail server. The final response may take long, because the server checks for
 * spam first.
 */
export type SmtpTimeouts = { connectMs: number; answerMs: number }
export const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, answerMs: 60_000 }

/** Options that keep an email from including files or URLs. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Returns a function that sends an email through the operator's mail server. Throws for temporary
 * failures, so that the job retries later; logs permanent refusals.
 */
export function smtpSender(url: string, log: Log, { connectMs, answerMs } = DEFAULT_TIMEOUTS) {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    ...SAFE,
  })
  return async ({ from, to, ...letter }: PreparedMail): Promise<void> => {
    try {
      await transport.sendMail({
        ...letter,
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
      })
    } catch (error) {
      if (!isPermanent(error)) throw error
      // The server's response is not logged, because it may contain the recipient's address.
      log.warn('the mail server refused an email permanently', {
        code: (error as SmtpError).responseCode,
      })
    }
  }
}

type SmtpError = Error & { responseCode?: number; command?: string; response?: string }

/**
 * Returns whether the server refuses this recipient or this email permanently. A wrong sender,
 * password or permission (530, 5.7.x) is not permanent: the operator can correct it, and the job
 * retries until then.
 */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command = '', responseCode = 0, response = '' } = error as SmtpError
  const isOurs = responseCode === 530 || /^\d{3}[ -]5\.7\./.test(response)
  return ['RCPT TO', 'DATA'].includes(command) && responseCode >= 500 && !isOurs
}
