import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import { invitationLink } from '../../../people/accounts/invitations.ts'
import { brandReferralUrl } from '../../../partners/unmasking/unmasking.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { ActionName } from '../../actions/actions.ts'
import { sendBrandLink } from '../../brand-link.ts'
import { resetBrandFactor } from '../../brand-reset-factor.ts'
import { gone, reasonIn, type ConsoleAction, type Form } from './console-action.ts'

function emailIn(form: Form): string {
  const read = v.safeParse(Email, form['email'] ?? '')
  if (!read.success) throw new ConfigError(read.issues[0].message)
  return read.output
}

/** Actions that give links to brands and new users, and let people of brands in again. */
export const LINK_ACTIONS = {
  'brand.link': {
    kinds: ['brand'],
    answers: 'text',
    prepare({ config }, key, form) {
      const email = emailIn(form)
      return (tx) => sendBrandLink(tx, config, { key, email })
    },
  },
  'brand.reset-factor': {
    kinds: ['brand'],
    answers: 'text',
    prepare(_deps, key, form) {
      const [email, why] = [emailIn(form), reasonIn(form)]
      return (tx) => resetBrandFactor(tx, { key, email, why })
    },
  },
  'brand.referral': {
    kinds: ['brand'],
    answers: 'text',
    prepare:
      ({ config }, key) =>
      async (tx) => {
        const url = await brandReferralUrl(tx, key, config)
        if (url === null) throw gone('brand')
        return `Creators who open this link are asked to share their name with the brand.\n${url}`
      },
  },
  'person.invite': {
    kinds: ['user'],
    answers: 'text',
    prepare({ config, secrets }, _name, form) {
      const email = emailIn(form)
      return async () => {
        const link = await invitationLink({ config, secrets }, email)
        return `Send this link to ${email}. It is valid for two weeks, for one account.\n${link}`
      }
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
