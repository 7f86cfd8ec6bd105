import { asc, eq, inArray } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { EXTENSIONS, type ExtensionStep } from '#contract/browser-extension.ts'
import { bookmarklet, createLinkAddress, type ToolsMailAnswer } from '#contract/tools.ts'
import type { Db } from '../../platform/db/client.ts'
import { onboardingTexts, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'

/** Queues a mail to the user. The job reads the address when it sends the mail. */
export async function requestToolsMail(deps: Deps, user: SignedInUser): Promise<ToolsMailAnswer> {
  await countAttempt(deps, { limit: 'mailByAccount', of: user.email })
  await deps.jobs.add(deps.db, 'tools-mail', { userId: user.id })
  return { result: { sent: true, delivery: deps.mail.delivery } }
}

export const toolsMail: JobHandler<'tools-mail'> = async (deps, { userId }) => {
  const [user] = await deps.db
    .select({ email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) return
  await deps.mail.send({
    to: user.email,
    subject: `${APP_NAME} on your other devices`,
    blocks: mailBlocks(deps.config.appOrigin, await extensionLinks(deps.db)),
  })
}

/** Returns links to the extensions for all browsers, because the mail is read on another device. */
async function extensionLinks(db: Db): Promise<Block[]> {
  const names = Object.keys(EXTENSIONS) as ExtensionStep[]
  const rows = await db
    .select({ key: onboardingTexts.key, url: onboardingTexts.url })
    .from(onboardingTexts)
    .where(inArray(onboardingTexts.key, names))
    .orderBy(asc(onboardingTexts.key))
  return rows.flatMap(({ key, url }) =>
    url === '' ? [] : [{ action: `${APP_NAME} in ${EXTENSIONS[key as ExtensionStep]}`, href: url }],
  )
}

const mailBlocks = (origin: string, extensions: Block[]): Block[] => [
  'Install it from there:',
  { action: `Open ${APP_NAME}`, href: `${origin}/` },
  ...extensions,
  'In a browser, make a bookmark with this as its address. On a product’s page it opens Create with that page:',
  { code: bookmarklet(origin) },
  'Shortcuts on an iPhone, and whatever else can open an address: write the product’s address behind this one.',
  { code: createLinkAddress(origin) },
]
