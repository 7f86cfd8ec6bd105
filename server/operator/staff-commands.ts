import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import type { StaffRole } from '../platform/db/schema.ts'
import { formatMinute, printable } from './printable.ts'
import { listStaff, removeStaff, saveStaff, staffByEmail, STAFF_ROLES } from './staff/staff.ts'
import { INVITATION_DAYS, inviteStaff } from './staff/staff-invitations.ts'

export const STAFF_USAGE = `
  npm run operator -- staff list
  npm run operator -- staff invite <email> --role <${STAFF_ROLES.join(', ')}>
  npm run operator -- staff role <email> --role <role>
  npm run operator -- staff remove <email>`

type StaffOptions = { role?: string | undefined }
type Work = (db: Db, config: Config) => Promise<string>

/** Handles `staff …`: who may use the console, and what they may do there. */
export function staffCommand([noun, verb = '', ...rest]: string[]):
  | ((options: StaffOptions) => Work)
  | undefined {
  if (noun !== 'staff') return undefined
  if (verb === 'list' && rest.length === 0) return () => list
  const [email = '', ...more] = rest
  if (more.length > 0 || !Object.hasOwn(VERBS, verb)) return undefined
  return (options) => VERBS[verb]?.(readEmail(email), options) ?? list
}

const VERBS: Record<string, (email: string, options: StaffOptions) => Work> = {
  invite(email, { role: typed }) {
    const role = readRole(typed)
    return async (db, config) => {
      const { id } = await db.transaction((tx) => saveStaff(tx, email, role))
      if (config.smtpUrl) {
        await addJob(db, 'staff-mail', { staffId: id })
        return `An invitation is on its way to ${email}.`
      }
      const link = await inviteStaff(db, config.appOrigin, id)
      return `This server sends no mail: give ${email} this link. It works once, within ${INVITATION_DAYS} days.\n${link}`
    }
  },
  role(email, { role: typed }) {
    const role = readRole(typed)
    return async (db) => {
      await requireStaff(db, email)
      await db.transaction((tx) => saveStaff(tx, email, role))
      return `${email} is ${role} from now on.`
    }
  },
  remove: (email) => async (db, config) => {
    const { id, sealedSecret } = await requireStaff(db, email)
    await db.transaction((tx) => removeStaff(tx, id))
    const claim = sealedSecret === null ? config.oidc?.adminClaim : undefined
    const rest = claim
      ? ` Also remove ${claim.name}=${claim.value} at ${config.oidc?.name}, or they become an owner again with the next sign-in.`
      : ''
    return `${email} is removed and signed out.${rest}`
  },
}

function readEmail(typed: string): string {
  const read = v.safeParse(Email, typed)
  if (!read.success) throw new ConfigError(read.issues[0].message)
  return read.output
}

function readRole(typed: string | undefined): StaffRole {
  const role = STAFF_ROLES.find((one) => one === typed)
  if (!role) throw new ConfigError(`--role must be one of ${STAFF_ROLES.join(', ')}.`)
  return role
}

async function requireStaff(db: Db, email: string) {
  const member = await staffByEmail(db, email)
  if (!member) throw new ConfigError(`There is no staff account ${email}.`)
  return member
}

async function list(db: Db): Promise<string> {
  const rows = await listStaff(db)
  if (rows.length === 0) return 'There are no staff accounts.'
  return rows
    .map(({ email, name, role, createdAt }) => {
      const who = name === '' ? 'invited' : name
      return printable(`${role.padEnd(8)}  ${email}  ${who}, since ${formatMinute(createdAt)}`)
    })
    .join('\n')
}
