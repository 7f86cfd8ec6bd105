import { APP_NAME } from '#contract/app-constants.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { Deps } from '../../env.ts'

type Blocked = {
  what: 'link' | 'page' | 'widget'
  /** Name in the subject. */
  name: string
  url: string
  /** Sentences about what the block means. */
  effect: string
  /** Facts before the reasons. */
  facts?: [string, string][]
  row: { blockWhy: string; blockRule: string }
}

/** Tells an owner what was wrong with something blocked, which rule that broke, and how to object. */
export const sendBlockMail = (
  { mail, config }: Pick<Deps, 'mail' | 'config'>,
  to: string,
  { what, name, url, effect, facts = [], row }: Blocked,
) =>
  mail.send({
    to,
    subject: `Your ${APP_NAME} ${what} was blocked: ${name}`,
    blocks: [
      `The operator of this ${APP_NAME} site blocked your ${what} ${url}\n${effect}`,
      ...reasonBlocks({ config }, row, facts),
    ],
  })

/** Returns the part of an email that says why something was blocked, and how to object. */
export const reasonBlocks = (
  { config }: Pick<Deps, 'config'>,
  { blockWhy, blockRule }: Blocked['row'],
  facts: [string, string][] = [],
): Block[] => [
  { facts: [...facts, ['What is wrong', blockWhy], ['The rule it breaks', blockRule]] },
  `If you disagree, write to ${config.supportEmail} and explain why.`,
]
