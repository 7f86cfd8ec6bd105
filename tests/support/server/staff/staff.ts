import { vi } from 'vitest'
import { TOTP } from 'otpauth'
import { staffCommand } from '../../../../server/operator/staff-commands.ts'
import type { StaffRole } from '../../../../server/platform/db/schema.ts'
import { cookiesIn, visitorAt, type DeskVisitor } from '../desk.ts'
import { recoveryCodesIn, STEP_MS } from '../factors.ts'
import { hiddenFields, open } from '../hosts/login-pages.ts'
import type { Reachable, TestServer } from '../test-app.ts'

export const STAFF_PASSWORD = 'four quiet green lamps'

/** Signed-in member of the staff, in a browser without JavaScript. */
export type Member = DeskVisitor & {
  email: string
  recoveryCodes: string[]
  /** Moves the clock to the next step and returns its code, which was not used before. */
  nextCode(): string
}

type RunOptions = { role?: string; smtpUrl?: URL | string | null }

/** Runs a `staff …` command and returns what it prints. */
export async function runStaff(
  { deps }: TestServer,
  words: string[],
  { role, ...settings }: RunOptions = {},
) {
  const command = staffCommand(['staff', ...words])
  if (!command) throw new Error('no such command')
  return command({ role })(deps.db, { ...deps.config, ...settings } as typeof deps.config)
}

/** Invites a member and returns the path of the link. */
export async function inviteMember(server: TestServer, email: string, role: StaffRole) {
  const printed = await runStaff(server, ['invite', email], { role })
  const [link = ''] = /http\S+/.exec(printed) ?? []
  return new URL(link).pathname
}

const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() })

/** Accepts an invitation. Needs fake dates, so that no step ends during a test. */
export async function acceptInvitation(server: TestServer, path: string, email: string) {
  const page = await open(server, path)
  const { secret = '' } = hiddenFields(page.html)
  const typed = { name: 'Ben Sample', password: STAFF_PASSWORD, code: codeOf(secret) }
  const accepted = await page.submit(typed)
  const cookie = cookiesIn(accepted.headers)
  if (!cookie.startsWith('console=')) throw new Error(`not accepted: ${accepted.html}`)
  const recoveryCodes = recoveryCodesIn(accepted.html)
  return memberIn(server, { email, cookie, secret, recoveryCodes })
}

/** Invites a member who accepts at once. Needs fake dates. */
export async function enterConsole(
  server: TestServer,
  role: StaffRole,
  email = `${role}@staff.example`,
): Promise<Member> {
  return acceptInvitation(server, await inviteMember(server, email, role), email)
}

let finance = 0
/** Invites another member with the finance role, who accepts at once. Needs fake dates. */
export const enterNewFinance = (server: TestServer) =>
  enterConsole(server, 'finance', `finance-${(finance += 1)}@staff.example`)

/** Returns the audit entries of a subject, oldest first. */
export const auditOf = ({ deps }: TestServer, subject: string) =>
  deps.sql<{ action: string; who: string; after: unknown }[]>`
    select action, who, after from audit_entries where subject = ${subject} order by position`

type MemberSession = { email: string; cookie: string; secret: string; recoveryCodes: string[] }

/** Returns a browser without JavaScript that has this session. */
export const visitorWith = (server: Reachable, cookie: string): DeskVisitor =>
  visitorAt(server, cookie, '/console/account')

const memberIn = (
  server: TestServer,
  { email, cookie, secret, recoveryCodes }: MemberSession,
): Member => ({
  ...visitorWith(server, cookie),
  email,
  recoveryCodes,
  nextCode() {
    vi.setSystemTime(Date.now() + STEP_MS)
    return codeOf(secret)
  },
})
