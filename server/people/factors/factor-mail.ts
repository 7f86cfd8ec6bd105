import { APP_NAME } from '#contract/app-constants.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { emailOf } from '../accounts/accounts.ts'

const TEXTS = {
  on: {
    subject: `Two-step sign-in is on for your ${APP_NAME} account`,
    text: 'New devices now need a code from your authenticator app. Keep your recovery codes in a safe place: each replaces one code.',
  },
  off: {
    subject: `Two-step sign-in is off for your ${APP_NAME} account`,
    text: 'Signing in and moving money now need only your password.',
  },
  codes: {
    subject: `You have new ${APP_NAME} recovery codes`,
    text: 'Your earlier recovery codes no longer work.',
  },
  recovered: {
    subject: `Your ${APP_NAME} account has no second factor now`,
    text: 'Your passkeys, authenticator app and recovery codes were removed with the link that we emailed you, and all devices are signed out.',
  },
  reset: {
    subject: `We reset two-step sign-in for your ${APP_NAME} account`,
    text: 'Your authenticator app and recovery codes no longer work, and all devices are signed out. Sign in with your password and set them up again.',
  },
}

const namedTexts = (name: string) => ({
  'identity-added': {
    subject: `${name} was connected to your ${APP_NAME} account`,
    text: `You can now sign in to your account with ${name}.`,
  },
  'identity-removed': {
    subject: `${name} was disconnected from your ${APP_NAME} account`,
    text: `${name} no longer signs in to your account.`,
  },
  'passkey-added': {
    subject: `A passkey was added to your ${APP_NAME} account`,
    text: `“${name}” now signs in to your account, and confirms payouts instead of your password.`,
  },
  'passkey-removed': {
    subject: `A passkey was removed from your ${APP_NAME} account`,
    text: `“${name}” no longer signs in to your account.`,
  },
  copied: {
    subject: `We refused a passkey for your ${APP_NAME} account`,
    text: `A signature of “${name}” was older than its last one, so there may be a copy of this passkey. We refused it. Remove the passkey in your account info and add a new one.`,
  },
})

/** Tells a user that their second factors changed. */
export const factorMail: JobHandler<'factor-mail'> = async (deps, job) => {
  const email = await emailOf(deps.db, job.userId)
  if (email === undefined) return
  const { subject, text } = 'name' in job ? namedTexts(job.name)[job.about] : TEXTS[job.about]
  await deps.mail.send({
    to: email,
    subject,
    blocks: [
      text,
      ...(job.about === 'reset' ? [`Reason: ${job.why}`] : []),
      'If this wasn’t you, set a new password now:',
      {
        action: 'Set a new password',
        href: `${deps.config.appOrigin}/multi-connect/forgot-password`,
      },
    ],
  })
}
