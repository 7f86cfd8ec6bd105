import { APP_NAME } from '#contract/app-constants.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { AppealedKind } from '../../platform/db/schema.ts'
import { emailOf } from '../../people/accounts/accounts.ts'
import { appealUrl } from '../../people/restrictions/appeal-key.ts'
import type { Deps } from '../../env.ts'

type BlockedRow = { blockedAt: Date | null; blockWhy: string; blockRule: string }
type OwnedRow = BlockedRow & { userId: string }

type Blocked = {
  what: 'link' | 'page' | 'widget'
  /** Name in the subject. */
  name: string
  url: string
  /** Sentences about what the block means. */
  effect: string
  /** Facts before the reasons. */
  facts?: [string, string][]
  row: OwnedRow
  /** Id of what was blocked. */
  id: string | number
}

/** Tells an owner what was wrong with something blocked, which rule that broke, and how to appeal. */
export async function sendBlockMail(
  deps: Pick<Deps, 'db' | 'mail' | 'config' | 'secrets'>,
  { what, name, url, effect, facts = [], row, id }: Blocked,
): Promise<void> {
  const to = await emailOf(deps.db, row.userId)
  if (to === undefined) return
  await deps.mail.send({
    to,
    subject: `Your ${APP_NAME} ${what} was blocked: ${name}`,
    blocks: [
      `The operator of this ${APP_NAME} site blocked your ${what} ${url}\n${effect}`,
      ...reasonBlocks(deps, { about: what, id }, row, facts),
    ],
  })
}

/** Returns the part of an email that says why something was blocked, and how to appeal. */
export const reasonBlocks = (
  deps: Pick<Deps, 'config' | 'secrets'>,
  { about, id }: { about: AppealedKind; id: string | number },
  { blockedAt, blockWhy, blockRule }: BlockedRow,
  facts: [string, string][] = [],
): Block[] => [
  { facts: [...facts, ['What is wrong', blockWhy], ['The rule it breaks', blockRule]] },
  'If you disagree, you can appeal once. A person reads it and tells you the decision:',
  {
    action: 'Appeal',
    href: appealUrl(deps, { about, targetId: String(id), blockedAt: blockedAt ?? new Date(0) }),
  },
  `You can also write to ${deps.config.supportEmail}.`,
]
