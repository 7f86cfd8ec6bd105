import { createTransport } from 'nodemailer'
import type { Log } from '../log/log.ts'
import type { ReadyLetter } from './ready-letter.ts'

/** How long a mail server may take. The last word about a letter may come late: it looks for spam first. */
export type Patience = { connectMs: number; answerMs: number }
export const PATIENCE: Patience = { connectMs: 10_000, answerMs: 60_000 }

/** Nothing in a letter may pull in a file or an address. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Hands letters to the operator's mail server. What that does not take now is thrown, so that the job is
 * tried again, later each time; what it will never take is not.
 */
export function smtpSender(url: string, log: Log, { connectMs, answerMs } = PATIENCE) {
  const transport = createTransport({
    url,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    ...SAFE,
  })
  return async ({ from, to, ...letter }: ReadyLetter): Promise<void> => {
    try {
      await transport.sendMail({
        ...letter,
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
      })
    } catch (error) {
      if (!isForGood(error)) throw error
      // The answer may repeat the address, which is nobody's business in a log.
      log.warn('mail refused for good', { code: (error as Answered).responseCode })
    }
  }
}

type Answered = Error & { responseCode?: number; command?: string; response?: string }

/**
 * About this addressee or this letter alone. A sender, a password or a right to send (530, 5.7.x) that is
 * missing is for the operator to mend, and the letters wait for that.
 */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command = '', responseCode = 0, response = '' } = error as Answered
  const isOurs = responseCode === 530 || /^\d{3}[ -]5\.7\./.test(response)
  return ['RCPT TO', 'DATA'].includes(command) && responseCode >= 500 && !isOurs
}
