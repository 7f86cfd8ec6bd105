import { addJob } from '../../../../server/platform/jobs/add-job.ts'
import { addAuthenticator } from '../factors.ts'
import { addDeskPerson } from '../desk.ts'
import { open } from '../hosts/login-pages.ts'
import { askToLeave } from '../leaving.ts'
import { addLink } from '../links.ts'
import { addShop } from '../money/conversions.ts'
import { addPage } from '../page/pages.ts'
import { signUp } from '../people.ts'
import type { TestServer } from '../test-app.ts'
import { addApplication } from './applications.ts'
import { MONEY_SUBJECTS } from './money-subjects.ts'

/** Adds a job that failed after all attempts and returns its id. */
export async function addFailedJob({ deps }: TestServer): Promise<string> {
  await addJob(deps.db, 'tools-mail', { userId: crypto.randomUUID() })
  const [job] = await deps.sql<{ id: string }[]>`
    select max(id)::text as id from graphile_worker._private_jobs`
  const id = job?.id ?? ''
  await deps.sql`update graphile_worker._private_jobs
    set attempts = max_attempts, last_error = '<b>The mail server</b> refused' where id = ${id}`
  return id
}

/** Reports a link as a visitor does. */
export async function addReport(server: TestServer, code: string): Promise<void> {
  const form = await open(server, `/s/${code}+`)
  const typed = {
    reason: 'scam',
    details: '<b>Fake</b> shop',
    name: 'Eve',
    email: 'eve@people.example',
  }
  const sent = await form.submit({ ...typed, good_faith: 'on' })
  if (sent.status >= 400) throw new Error(`not reported: ${sent.html}`)
  await server.deps.sql`delete from throttle`
}

/** Adds an appeal against the block of a link and returns its id. */
async function addAppeal(server: TestServer): Promise<number> {
  const person = await signUp(server)
  const { uuid } = await addLink(person)
  const [row] = await server.deps.sql<{ id: number }[]>`
    insert into appeals (user_id, about, target_id, name, blocked_at, block_why, block_rule, text)
    select user_id, 'link', id::text, short_code, now(), 'A trap', 'No traps', '<b>It is mine</b>'
    from links where id = ${uuid} returning id`
  return row?.id ?? 0
}

const text = { why: 'Checked on the phone', rule: 'No traps' }

/** Creates what an action of the console can be tried on. Returns the fields of its form. */
export const SUBJECTS: Record<string, (server: TestServer) => Promise<Record<string, string>>> = {
  ...MONEY_SUBJECTS,
  'person.invite': async () => ({ subject: 'user to invite', email: 'new@people.example' }),
  'brand.admit': async (server) => ({
    subject: `application ${await addApplication(server)}`,
    key: `brand-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Sample Bakery',
    rate: '10',
    creator_share: '80',
  }),
  'brand.decline': async (server) => ({
    subject: `application ${await addApplication(server)}`,
    ...text,
  }),
  'brand.link': async (server) => ({
    subject: `brand ${(await addShop(server)).key}`,
    email: 'shop@brands.example',
  }),
  async 'brand.reset-factor'(server) {
    const { id, key } = await addShop(server)
    const email = 'ana@brands.example'
    await addDeskPerson(server, id, { email, sealedSecret: 'sealed' })
    return { subject: `brand ${key}`, email, why: 'Lost the phone' }
  },
  'brand.referral': async (server) => ({ subject: `brand ${(await addShop(server)).key}` }),
  'site.entry': async () => ({
    subject: `entry vendors shop-${crypto.randomUUID().slice(0, 8)}`,
    name: 'Sample Cards',
  }),
  'person.sign-out': async (server) => ({ subject: `user ${(await signUp(server)).uuid}` }),
  async 'person.reset-factors'(server) {
    const person = await signUp(server)
    await addAuthenticator(person)
    return { subject: `user ${person.uuid}`, ...text }
  },
  'person.pause': async (server) => ({ subject: `user ${(await signUp(server)).uuid}`, ...text }),
  'person.block': async (server) => ({ subject: `user ${(await signUp(server)).uuid}`, ...text }),
  async 'person.release'(server) {
    const person = await signUp(server)
    await server.deps.sql`
      update users set restriction = 'paused', restricted_at = now() where id = ${person.uuid}`
    return { subject: `user ${person.uuid}` }
  },
  'person.export': async (server) => ({ subject: `user ${(await signUp(server)).uuid}`, ...text }),
  'person.delete': async (server) => ({ subject: `user ${(await signUp(server)).uuid}`, ...text }),
  async 'person.keep'(server) {
    const person = await signUp(server)
    await askToLeave(person)
    return { subject: `user ${person.uuid}` }
  },
  async 'content.block'(server) {
    const { slug } = await addPage(await signUp(server))
    return { subject: `page ${slug}`, ...text }
  },
  async 'content.unblock'(server) {
    const { short_code: code } = await addLink(await signUp(server))
    return { subject: `link ${code}` }
  },
  async 'reports.dismiss'(server) {
    const { short_code: code } = await addLink(await signUp(server))
    await addReport(server, code)
    return { subject: `link ${code}`, ...text }
  },
  'appeal.accept': async (server) => ({ subject: `appeal ${await addAppeal(server)}`, ...text }),
  'appeal.reject': async (server) => ({ subject: `appeal ${await addAppeal(server)}`, ...text }),
  'message.send': async (server) => ({
    subject: `user ${(await signUp(server)).uuid}`,
    text: 'Please confirm your address',
  }),
  'job.retry': async (server) => ({ subject: `job ${await addFailedJob(server)}` }),
}
