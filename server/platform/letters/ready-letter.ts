import { createHash, randomUUID } from 'node:crypto'
import { APP_NAME } from '#contract/app-constants.ts'
import { type Mail, oneAddress, oneLine, plainText } from './letter.ts'
import { mailHtml } from './letter-html.tsx'

/** An email ready to send, in text and HTML. Its content cannot add headers. */
export type PreparedMail = {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

export async function prepareMail(mail: Mail, from: string): Promise<PreparedMail> {
  const { id = randomUUID(), unsubscribe } = mail
  const name = createHash('sha256').update(id).digest('hex').slice(0, 40)
  return {
    from: { name: APP_NAME, address: from },
    to: oneAddress(mail.to),
    subject: oneLine(mail.subject),
    text: plainText(mail),
    html: await mailHtml(mail),
    messageId: `<${name}@${from.slice(from.indexOf('@') + 1)}>`,
    headers: {
      // Prevents automatic replies such as out-of-office messages (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${oneLine(unsubscribe.href)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
