import { withoutUnseen } from '#contract/common.ts'

/**
 * One part of an email. It may contain text from other people, so it is always treated as text,
 * never as HTML.
 */
export type Block =
  /** Paragraph. Its line breaks are kept. */
  | string
  /** Button with its label and URL. */
  | { action: string; href: string }
  /** Names with their values, one per line. */
  | { facts: [name: string, value: string][] }
  /** Code to copy. */
  | { code: string }

export type Mail = {
  /** Exactly one email address. */
  to: string
  subject: string
  /** Content in reading order. */
  blocks: Block[]
  /** Set only for emails that the recipient can turn off. */
  unsubscribe?: Unsubscribe
  /**
   * Id that becomes the Message-ID. Mail programs show only one of several emails with the same id.
   */
  id?: string
}

/** Reason for the email and the link that unsubscribes with one click, without signing in. */
export type Unsubscribe = { why: string; action: string; href: string }

/**
 * Returns the plain-text version, with the same words as the HTML. Characters that reverse text or
 * move a terminal's cursor are removed, because an operator may read it in a terminal.
 */
export function plainText({ blocks, unsubscribe }: Pick<Mail, 'blocks' | 'unsubscribe'>): string {
  const foot: Block[] = unsubscribe ? ['--', unsubscribe.why, unsubscribe] : []
  return withoutUnseen(`${[...blocks, ...foot].map(blockText).join('\n\n')}\n`)
}

function blockText(block: Block): string {
  if (typeof block === 'string') return block
  if ('code' in block) return block.code
  if ('action' in block) return `${block.action}:\n${oneLine(block.href)}`
  return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Returns the text on one line for a header, because a line break would end the header. */
export const oneLine = (text: string) =>
  withoutUnseen(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/**
 * Returns the address if it is a single plain one. Anything else could add recipients or headers.
 */
export function oneAddress(to: string): string {
  if (/^[^\p{Cc}\p{Z}<>@,;:()[\]\\"]+@[^\p{Cc}\p{Z}<>@,;:()[\]\\"]+$/u.test(to) && to.length <= 254)
    return to
  throw new Error('The recipient is not a single email address.')
}
