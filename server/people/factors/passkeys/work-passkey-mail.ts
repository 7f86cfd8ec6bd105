import type { Block } from '../../../platform/letters/letter.ts'
import type { PasskeyNews } from './work-passkeys.ts'

type Place = {
  /** Name of the tool, for example "the console". */
  tool: string
  /** Use of a passkey there, as the end of a sentence. */
  does: string
  /** Person who helps if the owner did not make the change. */
  helper: string
}

/** Returns the email to a member of the staff or of a brand about one of their passkeys. */
export function workPasskeyLetter(
  { name, about }: Omit<PasskeyNews, 'ownerId'>,
  { tool, does, helper }: Place,
): { subject: string; blocks: Block[] } {
  const { subject, text } = {
    added: {
      subject: `A passkey was added to your access to ${tool}`,
      text: `“${name}” now ${does}.`,
    },
    removed: {
      subject: `A passkey was removed from your access to ${tool}`,
      text: `“${name}” no longer works there.`,
    },
    copied: {
      subject: `We refused a passkey for your access to ${tool}`,
      text: `A signature of “${name}” was older than its last one, so there may be a copy of this passkey. We refused it. Remove the passkey and add a new one.`,
    },
  }[about]
  return { subject, blocks: [text, `If this wasn’t you, tell ${helper} at once.`] }
}
