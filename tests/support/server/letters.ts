import { expect, vi } from 'vitest'
import type { MailServer, ReceivedMail } from './hosts/mail-server.ts'
import { confirmsSignInAddress } from './links/outbox.ts'

/** Returns functions that read the mails which a mail server has received. */
export function lettersIn(post: Pick<MailServer, 'arrived'>) {
  const allLettersTo = (email: string) =>
    post.arrived.filter(({ rcptTo }) => rcptTo.includes(email))
  /** Returns the mails without the confirmations of the address with which the account began. */
  const lettersTo = (email: string) =>
    allLettersTo(email).filter(({ text }) => !confirmsSignInAddress(text))
  const confirmationsTo = (email: string) =>
    allLettersTo(email).filter(({ text }) => confirmsSignInAddress(text))
  async function lettersAt(email: string, count: number, letters = lettersTo) {
    await vi.waitFor(() => expect(letters(email)).toHaveLength(count), { timeout: 20_000 })
    return letters(email)
  }
  return { allLettersTo, lettersTo, confirmationsTo, lettersAt }
}

/** Returns the path of the confirmation link in a mail. */
export const linkIn = (letter: ReceivedMail | undefined) =>
  /\/confirm-email\/[\w-]+/.exec(letter?.text ?? '')?.[0] ?? 'no link'

/** Returns the path of the set-password link in a mail. */
export const passwordLink = (letter: ReceivedMail | undefined) =>
  /\/multi-connect\/set-password\?key=[\w-]+/.exec(letter?.text ?? '')?.[0] ?? ''
