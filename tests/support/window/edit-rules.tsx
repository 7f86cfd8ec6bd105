import { expect } from 'vitest'
import type { AnalyticsRow } from '#contract/analytics.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Rule } from '#contract/rules/rules.ts'
import { answerOf } from './analytics.ts'
import { openEdit, save, tab } from './edit-link.tsx'
import { aLink, answers, type Respond } from './links-server.ts'
import { press, screen, userEvent, waitFor, within } from './on-screen.ts'

export const GERMANY: Rule = {
  id: 'de345678',
  conditions: [{ kind: 'country', values: ['DE', 'AT'] }],
  target_url: 'https://shop.example/de',
}
export const HALF: Rule = {
  id: 'half5678',
  conditions: [{ kind: 'share', values: ['50'] }],
  target_url: 'https://shop.example/b',
}

type Options = { link?: Partial<ShortLink>; results?: AnalyticsRow[]; respond?: Respond }

export const openRulesDialog = async () => {
  await userEvent.click(await tab('Settings'))
  await press(/^Where it leads/)
  return screen.findByRole('dialog', { name: 'Where it leads' })
}

/** Opens the rules of a link from its EDIT view. `results` are its numbers by rule. */
export async function openRules({ link = {}, results = [], respond }: Options = {}) {
  const tries: unknown[] = []
  const app = await openEdit(aLink('Oak lamp', link), {
    respond(call) {
      const own = respond?.(call)
      if (own) return own
      if (call.path.endsWith('/my_links/')) return answers.json(answerOf({ results }))
      if (!call.path.endsWith('/try/')) return undefined
      tries.push(call.body)
      return answers.json({
        result: {
          rule: 1,
          target_url: 'https://shop.example/de',
          why: 'The visitor is in Germany.',
        },
      })
    },
  })
  const rules = within(await openRulesDialog())
  const rows = () => within(rules.getByRole('list', { name: 'Rules' })).queryAllByRole('listitem')
  /** Saves the form and returns what was sent. */
  async function sent() {
    await userEvent.click(rules.getByRole('button', { name: 'Close' }))
    await userEvent.click(save())
    await waitFor(() => expect(app.saves()).toHaveLength(1))
    return app.saves()[0]?.body
  }
  return { ...app, rules, rows, sent, tries }
}
