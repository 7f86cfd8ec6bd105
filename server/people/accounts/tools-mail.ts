import { asc, inArray } from 'drizzle-orm'
import { APP_NAME } from '#contract/app-constants.ts'
import { EXTENSIONS, type ExtensionStep } from '#contract/browser-extension.ts'
import { bookmarklet, createLinkAddress, type ToolsMailAnswer } from '#contract/tools.ts'
import type { Db } from '../../platform/db/client.ts'
import { onboardingTexts } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { countAttempt } from '../../platform/http/throttle.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import type { Block } from '../../platform/letters/letter.ts'
import { emailOf } from './accounts.ts'

/** Queues a mail to the user. The job reads the address when it sends the mail. */
export async function requestToolsMail(deps: Deps, user: SignedInUser): Promise<ToolsMailAnswer> {
  await countAttempt(deps, { limit: 'mailByAccount', of: user.email })
  await deps.jobs.add(deps.db, 'tools-mail', { userId: user.id })
  return { result: { sent: true, delivery: deps.mail.delivery } }
}

export const toolsMail: JobHandler<'tools-mail'> = async (deps, { userId }) => {
  const email = await emailOf(deps.db, userId)
  if (email === undefined) return
  await deps.mail.send({
    to: email,
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
  `Open ${APP_NAME} on the device and install it:`,
  { action: `Open ${APP_NAME}`, href: `${origin}/` },
  ...extensions,
  'In a browser, create a bookmark with this address. On a product page, it opens a new link for that page:',
  { code: bookmarklet(origin) },
  'In Shortcuts on an iPhone or any app that opens web addresses, add the product’s address to the end of this one:',
  { code: createLinkAddress(origin) },
]
