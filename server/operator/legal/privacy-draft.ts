import { APP_NAME, OLD_BROWSER_COOKIE } from '#contract/app-constants.ts'
import { EXPORT_DAYS } from '#contract/exports.ts'
import { LATE_EARNINGS_MONTHS, DELETION_GRACE_DAYS } from '#contract/people/leaving.ts'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import {
  CONSOLE_COOKIE,
  CONSOLE_COOKIE_HOURS,
  COOKIES,
  DESK_COOKIE,
  DESK_COOKIE_DAYS,
  INVITATION_COOKIE_DAYS,
  INVITATION_COOKIE_PREFIX,
  UI_COOKIE_PREFIX,
} from '#contract/people/session-cookies.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_DAYS } from '../../people/accounts/known-device.ts'
import { BROWSER_DAYS } from '../../people/accounts/user-browsers.ts'
import { CONFIRM_DAYS, DECIDED_DAYS } from '../../partners/desk/apply/applications.ts'
import type { Config } from '../../platform/config/config.ts'
import { ERROR_REPORT_DAYS } from '../../platform/error-reports/error-reports.ts'
import { FORM_COOKIE } from '../../platform/http/csrf.ts'
import { IDEMPOTENCY_DAYS } from '../../platform/http/idempotency.ts'
import { UNUSED_UPLOAD_DAYS } from '../../people/media/unused-uploads.ts'
import { CLOSED_REPORT_DAYS } from '../reports/open-reports.ts'

type Settings = Pick<
  Config,
  | 'appOrigin'
  | 'deskApply'
  | 'geoipDb'
  | 'supportEmail'
  | 's3'
  | 'searchEngine'
  | 'sentryDsn'
  | 'smtpUrl'
  | 'dnsServers'
  | 'smsUrl'
>

/**
 * Returns a privacy page generated from settings and constants. It is shown at /privacy until the
 * operator has written one, because names, purposes and laws cannot be read from settings.
 */
export const privacyDraft = (config: Settings): string =>
  [
    '# Privacy',
    `This page explains which data the ${APP_NAME} server at ${config.appOrigin} stores about you, for how long, and who else receives it. The server generates it from its settings.`,
    '## Contact',
    `Write to ${config.supportEmail}. You can ask which data we store about you, get a copy, and have it corrected or deleted.`,
    '## When you open a link or a page',
    list([
      'We set no cookies, store nothing on your device and load nothing from other sites.',
      `For each click we store the link, the time, the site you came from, the type of your device${country(config)}, and whether it came from a person or a bot.`,
      'We do not keep your IP address. To count visitors, we turn it into a code with a random key that changes every day. Until then, it is in memory and in an encrypted file. The key is deleted 48 hours after the day began. After that, nobody can link the code to an address or read the file.',
      'For each page we store the number of views per day.',
      'If you report a link, a page or a widget, we store the report with the name and email address that you enter. Only the operator of this site can read it.',
      ...(config.deskApply
        ? [
            'If you apply as a brand, we store what you enter in the form. Only the operator of this site can read it.',
          ]
        : []),
    ]),
    '## When you have an account',
    list([
      'Your email address, your phone number if you add it, your name, and a hash of your password, which does not reveal the password.',
      'The names and public keys of your passkeys, the secret of your authenticator app, encrypted, and hashes of your recovery codes, if you set them up.',
      'Everything you create or upload: links, collections, your page, pictures, social accounts and imported files.',
      'Legal name, address and tax number for your receipts, if you enter them. The tax number is encrypted.',
      'Messages between you and brands or support. A brand sees a number instead of your name until you accept its invitation. Then it sees your name and page until you end the connection.',
      'Your signed-in devices: browser, operating system and last use.',
      'A copy of your links and collections on your device, so that the app works offline. Signing out deletes it.',
      'When you add a link, this server reads the title and the picture from its page. That site sees the IP address of this server, not yours.',
    ]),
    '## Cookies',
    'We only use necessary cookies, no tracking. We set none before you open the sign-in form.',
    list(cookies()),
    '## How long we keep data',
    list(retention(config)),
    '## Who else receives data',
    list(thirdParties(config)),
  ].join('\n\n')

const country = ({ geoipDb }: Settings) =>
  geoipDb === null ? '' : ', your country (looked up in a file on this server)'

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')

const cookies = () => [
  `${Object.values(COOKIES).join(', ')}: keeps you signed in; ${AUTH_COOKIE_DAYS} days.`,
  `${FORM_COOKIE}: protects the sign-in forms from other sites; until you close the browser.`,
  `${DEVICE_COOKIE}: remembers that you signed in with this browser, so that password attempts of others do not lock you out and several accounts in one browser count as one person; ${DEVICE_COOKIE_DAYS} days.`,
  `${UI_COOKIE_PREFIX}…: your app settings, such as the theme; ${AUTH_COOKIE_DAYS} days.`,
  `${INVITATION_COOKIE_PREFIX}…: remembers that you hid a brand’s invitation; ${INVITATION_COOKIE_DAYS} days.`,
  `${DESK_COOKIE}: keeps you signed in to a brand desk; ${DESK_COOKIE_DAYS} days.`,
  `${CONSOLE_COOKIE}: keeps staff of this site signed in; ${CONSOLE_COOKIE_HOURS} hours.`,
  `${OLD_BROWSER_COOKIE}: remembers that you continued with an unsupported browser; 1 year.`,
]

const retention = ({ deskApply, sentryDsn }: Settings) => [
  `Sessions end after ${AUTH_COOKIE_DAYS} days.`,
  `Browsers that you signed in with: ${BROWSER_DAYS} days after the last sign-in.`,
  `Reports of links, pages and widgets: ${CLOSED_REPORT_DAYS} days after the decision.`,
  ...(deskApply
    ? [
        `Applications of brands: ${CONFIRM_DAYS} days if you do not confirm your email address, otherwise ${DECIDED_DAYS} days after the decision.`,
      ]
    : []),
  `Export files: ${EXPORT_DAYS} days.`,
  `Unused pictures: ${UNUSED_UPLOAD_DAYS} days.`,
  `Stored responses, which prevent a change from being made twice: ${IDEMPOTENCY_DAYS} days.`,
  ...(sentryDsn === 'self' ? [`Error reports: ${ERROR_REPORT_DAYS} days.`] : []),
  'All other account data: as long as the account exists.',
  `After you delete your account, you can restore it for ${DELETION_GRACE_DAYS} days. Then we delete everything you created. The codes of your links, the addresses of your page and your custom domains stay reserved without your name. Payments stay in our books under an anonymous number.`,
  `If commissions may still become available after that, we keep your email and payout address to pay you, for at most ${LATE_EARNINGS_MONTHS} months.`,
]

function thirdParties(settings: Settings): string[] {
  const { s3, searchEngine, sentryDsn, smsUrl, smtpUrl, dnsServers } = settings
  return [
    smtpUrl === null
      ? 'This server sends no email. It writes emails to a local folder.'
      : `${hostOf(smtpUrl)} delivers our emails.`,
    ...(smsUrl ? [`${hostOf(smsUrl)} delivers text messages to your phone.`] : []),
    ...(s3 ? [`${hostOf(s3.endpoint)} stores pictures.`] : []),
    ...errorReports(sentryDsn),
    ...(dnsServers.length > 0 ? [`Custom domains are looked up at ${dnsServers.join(', ')}.`] : []),
    ...(searchEngine
      ? [`${hostOf(searchEngine.url)} receives your web searches, without your name or IP address.`]
      : []),
    'If you turn on notifications, the push service of your browser delivers them. They are encrypted, so only your device can read them.',
    'Nobody else receives your data, and we do not sell it.',
  ]
}

function errorReports(sentryDsn: string | null): string[] {
  if (sentryDsn === null) return []
  return sentryDsn === 'self'
    ? ['Errors in the app are reported to this server.']
    : [`Errors in the app are reported to ${hostOf(sentryDsn)} (Sentry).`]
}

/** Returns the host only, without a user name and password in the URL. */
const hostOf = (url: string) => new URL(url).host
