import { useStore } from 'jotai'
import {
  answerBrandInvitation,
  getUnmaskingSettings,
  listBrandInvitations,
  listConnections,
  listIgnoredInvitations,
  removeConnection,
} from '#api/unmasking.ts'
import { runAction } from '#app/failure/run-action.ts'
import { learnFacts } from '#app/facts/follow-facts.ts'
import { useOffline } from '#app/problems/problems.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { usePages } from '#app/query/use-pages.ts'
import type { Appearance, BrandInvitation, Connection } from '#contract/unmasking.ts'
import { quiet } from '#http/client.ts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { toast } from '#ui/toast.tsx'

/** What brands have asked and was not answered. */
export const useInvitations = () =>
  useAnswer('pending invitations', listBrandInvitations, { copy: true, aside: true })

/** What was ignored, and can still be accepted (D-63). */
export const useIgnored = () =>
  usePages('ignored invitations', listIgnoredInvitations, { copy: true, aside: true })

/** Brands that see who this is. */
export const useConnections = () => usePages('connections', listConnections, { copy: true })

export const useUnmaskingSettings = () =>
  useAnswer('unmasking settings', getUnmaskingSettings, { copy: true, aside: true })

const OFFLINE = 'You’re offline. Nothing was sent.'

/** What brands are answered: now or not at all, for what they see of somebody changes with it. */
export function useAnswering(changed: () => unknown) {
  const store = useStore()
  const offline = useOffline()

  async function answer(
    { id, inviting: { company_name: name }, appearance }: BrandInvitation,
    said: 'accept' | 'ignore',
  ): Promise<boolean> {
    if (offline) return refuse()
    let isDone = false
    await runAction(
      said === 'accept' ? `accept the invitation of ${name}` : `ignore the invitation of ${name}`,
      () => answerBrandInvitation(id, said, quiet),
      {
        subject: 'The invitation',
        done: () => {
          isDone = true
          toast(said === 'accept' ? seenText(name, appearance) : `${name} goes on seeing a number.`)
        },
      },
    )
    await tell()
    return isDone
  }

  /** Asks first, and says what follows. */
  async function remove({ id, organization }: Connection): Promise<void> {
    if (offline) return void refuse()
    const { company_name: name } = organization
    const isSure = await confirm(
      'From now on they see a partner number again. What they have written down stays with them. Your links and what they pay you don’t change.',
      { title: `Remove ${name}?`, ok: 'Remove connection', cancel: 'Keep it', danger: true },
    )
    if (!isSure) return
    await runAction(`remove ${name}`, () => removeConnection(id, quiet), {
      subject: 'The connection',
      done: () => toast(`${name} sees a number again.`),
    })
    await tell()
  }

  /** Also after a failure: it may have been answered elsewhere meanwhile. */
  async function tell() {
    changed()
    try {
      const pending = await listBrandInvitations(quiet)
      learnFacts(store, { invitations: pending.length })
    } catch {
      // The facts are asked for again in a while.
    }
  }

  return { answer, remove }
}

/** Whoever has given no public name stays a number until they do. */
const seenText = (brand: string, { name }: Appearance) =>
  name === null
    ? `${brand} sees your name once your public profile has one.`
    : `${brand} sees your name from now on.`

function refuse(): false {
  toast(OFFLINE, { tone: 'problem' })
  return false
}
