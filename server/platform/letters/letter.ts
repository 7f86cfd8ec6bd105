import { withoutUnseen } from '#contract/common.ts'

/** One part of a letter. Text of strangers may stand in any of them: all of it is text, never HTML. */
export type Block =
  /** A paragraph; its line breaks stay. */
  | string
  /** What there is to do, and the address where it is done. */
  | { action: string; href: string }
  /** Names and what they are, a line each. */
  | { facts: [name: string, value: string][] }
  /** To be copied as it stands. */
  | { code: string }

export type Mail = {
  /** One address, and nothing but that. */
  to: string
  subject: string
  /** What it says, from its beginning on. */
  blocks: Block[]
  /** Only of letters that nobody needs. */
  unsubscribe?: Unsubscribe
  /** Of two letters with the same one, a mail program shows one. */
  id?: string
}

/** Why a letter came, and where such letters are stopped: by one click and without signing in. */
export type Unsubscribe = { why: string; action: string; href: string }

/**
 * As people read it who want no HTML. The words are those of the HTML, and as there nothing in them turns
 * others round, or moves the cursor of a terminal, in which an operator may look at it.
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

/** For a header, which a line break would end. */
export const oneLine = (text: string) =>
  withoutUnseen(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Anything but one plain address could name more people, or more headers. */
export function oneAddress(to: string): string {
  if (/^[^\p{Cc}\p{Z}<>@,;:()[\]\\"]+@[^\p{Cc}\p{Z}<>@,;:()[\]\\"]+$/u.test(to) && to.length <= 254)
    return to
  throw new Error('This is not one address for a letter.')
}
