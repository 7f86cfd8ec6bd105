import { CONSOLE_COOKIE_HOURS } from '#contract/people/session-cookies.ts'
import { PageHead } from '../../platform/html/parts.tsx'
import { Csrf } from '../../platform/html/work-document.tsx'
import { OwnPasskeys } from '../../people/factors/passkeys/passkey-pages.tsx'
import type { WorkPasskey } from '../../people/factors/passkeys/work-passkeys.ts'
import { mayHavePasskeys } from '../staff/staff-passkeys.ts'
import { ConsolePage } from './frame/layout.tsx'
import type { Visit } from './frame/console-session.ts'

type Props = { visit: Visit; recoveryCodes: number; passkeys: WorkPasskey[] }

/** Path of the page with the own access. */
export const ACCOUNT = '/console/account'

/** Shows the member's own access, with the ways to sign out. */
export const AccountPage = ({ visit, recoveryCodes, passkeys }: Props) => {
  const { name, email, role } = visit.member
  return (
    <ConsolePage visit={visit} screen="account" title="Your access">
      <PageHead title="Your access" text={`${name}, ${email}, ${role}`} />
      <p class="lead">
        {recoveryCodes === 1
          ? '1 recovery code is left.'
          : `${recoveryCodes} recovery codes are left.`}{' '}
        If you change your phone or run out of codes, ask the operator for a new invitation. You are
        signed out {CONSOLE_COOKIE_HOURS} hours after signing in.
      </p>
      {mayHavePasskeys(visit.member) && (
        <OwnPasskeys csrf={visit.csrf} home={ACCOUNT} passkeys={passkeys}>
          A passkey replaces password and code when you sign in, and the code when you decide about
          money.
        </OwnPasskeys>
      )}
      <div class="acts">
        <SignOut path="/console/sign-out" name="Sign out" csrf={visit.csrf} />
        <SignOut
          path="/console/sign-out/everywhere"
          name="Sign out on all devices"
          csrf={visit.csrf}
        />
      </div>
    </ConsolePage>
  )
}

const SignOut = ({ path, name, csrf }: Record<'path' | 'name' | 'csrf', string>) => (
  <form method="post" action={path}>
    <Csrf value={csrf} />
    <button class="btn" type="submit">
      {name}
    </button>
  </form>
)
