import { expect, vi } from 'vitest'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../test-app.ts'

/** Returns whether this is the mail that confirms the sign-in address. Each new account gets it. */
export const confirmsSignInAddress = (mail: string | undefined): boolean =>
  mail?.includes('Please confirm the email address of your Split account.') ?? false

/**
 * Returns the mails to this address that the server stored on disk, without the confirmation of the
 * sign-in address.
 */
export const mailsTo = (server: TestServer, email: string): string[] =>
  allMailsTo(server, email).filter((mail) => !confirmsSignInAddress(mail))

/** Returns all mails to this address that the server stored on disk. */
export function allMailsTo(server: TestServer, email: string): string[] {
  const folder = join(server.deps.config.dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path).mode & 0o077) === 0)
    .map((path) => readFileSync(path, 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
}

/** Returns the link in a mail, joining wrapped lines. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/\S+/.exec(mail.replaceAll('=\n', '').replaceAll('=3D', '='))?.[0]
  if (!link) throw new Error(`no link in ${mail}`)
  return link
}

/** Waits for `count` mails to the address and returns them. */
export async function waitForMails(server: TestServer, email: string, count: number) {
  await vi.waitFor(() => expect(mailsTo(server, email)).toHaveLength(count), 20_000)
  return mailsTo(server, email)
}
