import type { ActivityKindInfo } from './activity-kind.ts'
import { accountText, releasedText } from './activity-texts.ts'

const accountKind = (topic: string, text: ActivityKindInfo['text']): ActivityKindInfo => ({
  group: 'special',
  text,
  url: () => '/settings/accountinfo',
  push: { urgency: 'normal', topic: () => topic },
})
const factorKind = (text: ActivityKindInfo['text']) => accountKind('factor', text)

/** Emails about people with access are sent at once, so activity mails leave these items out. */
const memberKind = (text: string): ActivityKindInfo => ({
  group: 'special',
  text: () => text,
  url: () => '/settings/people',
  push: { urgency: 'normal', topic: () => 'member' },
})

/** Kinds of activity items about the account, the sign-in and the people with access. */
export const ACCOUNT_KINDS = {
  'account-paused': accountKind('account', (block) => accountText('paused', block)),
  'account-blocked': accountKind('account', (block) => accountText('blocked', block)),
  'account-released': { ...accountKind('account', releasedText), mail: true },
  'factor-added': factorKind(
    () => 'was added to your sign-in. If this wasn’t you, remove it and set a new password.',
  ),
  'factor-removed': factorKind(
    () => 'was removed from your sign-in. If this wasn’t you, set a new password.',
  ),
  'recovery-started': factorKind(
    ({ from = '' }) =>
      `was asked for. From ${from} your passkeys and codes can be removed. If this wasn’t you, stop it here.`,
  ),
  'member-joined': memberKind('now has access to your account.'),
  'member-declined': memberKind('declined your invitation.'),
  'member-left': memberKind('gave up access to your account.'),
  'member-removed': memberKind(
    'no longer has access to your account. If this wasn’t you, set a new password.',
  ),
  'page-moved': {
    group: 'special',
    text: ({ slug = '' }) => `changed the address of your page to ${slug}.`,
    url: () => '/splitpage',
    push: { urgency: 'normal', topic: () => 'page-moved' },
    mail: true,
  },
} satisfies Record<string, ActivityKindInfo>
