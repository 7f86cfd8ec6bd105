/* oxlint-disable promise/no-callback-in-promise -- smtp-server is answered by callbacks */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Mail as received by SMTP, with its source and envelope recipients. */
export type ReceivedMail = Email & { raw: string; rcptTo: string[] }

/** Answer to one of the next mails. Afterwards all mails are accepted. */
export type MailAnswer = { code: number; says: string; at?: 'RCPT' | 'DATA' } | { hangs: true }

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** Starts an SMTP server. */
export async function startMailServer({ port = 0 } = {}) {
  /** Answers to the next mails. */
  const moods: MailAnswer[] = []
  const arrived: ReceivedMail[] = []
  const refused: string[] = []
  const unanswered: (() => void)[] = []
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      const [mood] = moods
      if (!mood || 'hangs' in mood || mood.at === 'DATA') return done()
      moods.shift()
      refused.push(address)
      return done(answer(mood))
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        const mood = moods.shift()
        if (mood && 'code' in mood) return done(answer(mood))
        const rcptTo = envelope.rcptTo.map(({ address }) => address)
        arrived.push({ ...(await PostalMime.parse(raw)), raw: raw.toString(), rcptTo })
        // The mail is accepted, but the client gets no answer.
        return mood ? unanswered.push(() => done()) : done()
      })
    },
  }
  const server = new SMTPServer(options)
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address() as AddressInfo
  return {
    arrived,
    moods,
    refused,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const end of unanswered) end()
        server.close(() => resolve())
      }),
  }
}

const answer = ({ code, says }: { code: number; says: string }) =>
  Object.assign(new Error(says), { responseCode: code })
