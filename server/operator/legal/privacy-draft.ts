import { APP_NAME, OLD_BROWSER_COOKIE } from '#contract/app-constants.ts'
import { EXPORT_DAYS } from '#contract/exports.ts'
import { LATE_EARNINGS_MONTHS, DELETION_GRACE_DAYS } from '#contract/leaving.ts'
import { AUTH_COOKIE_DAYS } from '#contract/limits.ts'
import {
  COOKIES,
  DESK_COOKIE,
  DESK_COOKIE_DAYS,
  INVITATION_COOKIE_DAYS,
  INVITATION_COOKIE_PREFIX,
  UI_COOKIE_PREFIX,
} from '#contract/session-cookies.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_DAYS } from '../../people/accounts/known-device.ts'
import { BROWSER_DAYS } from '../../people/accounts/user-browsers.ts'
import type { Config } from '../../platform/config/config.ts'
import { ERROR_REPORT_DAYS } from '../../platform/error-reports/error-reports.ts'
import { FORM_COOKIE } from '../../platform/http/csrf.ts'
import { IDEMPOTENCY_DAYS } from '../../platform/http/idempotency.ts'
import { UNUSED_UPLOAD_DAYS } from '../../people/media/unused-uploads.ts'
import { CLOSED_REPORT_DAYS } from '../reports/open-reports.ts'

type Settings = Pick<
  Config,
  | 'appOrigin'
  | 'geoipDb'
  | 'operatorEmail'
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
    `This is what the ${APP_NAME} server at ${config.appOrigin} keeps about people, for how long, and who else gets it. It is written from the settings of the server.`,
    '## Who to ask',
    `Write to ${config.operatorEmail}. You can ask what is kept about you, have it corrected or deleted, and get a copy.`,
    '## When you follow a link or look at a page',
    list([
      'No cookie is set and nothing is stored on your device. Nothing is loaded from other sites.',
      `Of a click is kept: the link, the time, the site you came from, the kind of your device${country(config)}, and whether a person or a program came.`,
      'Your address is not kept. It is made into a code with a random key of the day, by which two clicks of one person are told from those of two. The key is deleted 48 hours after the day began; then nothing leads from an address to a code.',
      'Of a page is kept how often it was looked at on a day.',
      'A report of a link, a page or a widget is kept with the name and email address that you give. Only the operator of this site reads it.',
    ]),
    '## When you have an account',
    list([
      'Your email address, your phone’s number if you add it, your names, and a hash of your password, from which nobody can read it.',
      'What you make: links, collections, your page, pictures, social accounts, files that you import.',
      'If you give them: a legal name, an address and a tax number for your receipts. The tax number is kept encrypted.',
      'What you write to brands and to support, and they to you. A brand sees your name, and your page, once you have accepted its invitation, and no longer than until you end that; before, it sees a number.',
      'Where you are signed in: browser and system, and when it was last used.',
      'On your device a copy of your links and collections, so that the app works offline. Signing out deletes it.',
      'When you add a link, this server visits its page to read the title and the picture. That site sees the address of this server, not yours.',
    ]),
    '## Cookies',
    'All of them are needed for what you ask for. None follows you, and none is set before you open the form to sign in.',
    list(cookies()),
    '## How long',
    list(retention(config)),
    '## Who else gets data',
    list(thirdParties(config)),
  ].join('\n\n')

const country = ({ geoipDb }: Settings) =>
  geoipDb === null
    ? ''
    : ', your country (by a file on this server, which nobody else is asked for)'

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')

const cookies = () => [
  `${Object.values(COOKIES).join(', ')}: you are signed in; ${AUTH_COOKIE_DAYS} days.`,
  `${FORM_COOKIE}: the forms to sign in are sent by you and not by another site; until the browser is closed.`,
  `${DEVICE_COOKIE}: you have signed in with this browser before, so that others who try passwords do not lock you out, and several accounts of one person do not count as several; ${DEVICE_COOKIE_DAYS} days.`,
  `${UI_COOKIE_PREFIX}…: how you set the app, such as its theme; ${AUTH_COOKIE_DAYS} days.`,
  `${INVITATION_COOKIE_PREFIX}…: you do not want to be asked about a brand’s invitation again; ${INVITATION_COOKIE_DAYS} days.`,
  `${DESK_COOKIE}: you are signed in at the desk of a brand; ${DESK_COOKIE_DAYS} days.`,
  `${OLD_BROWSER_COOKIE}: you went on with a browser that is too old; a year.`,
]

const retention = ({ sentryDsn }: Settings) => [
  `Being signed in ends after ${AUTH_COOKIE_DAYS} days.`,
  `That you signed in with a browser is forgotten ${BROWSER_DAYS} days after the last time.`,
  `Reports of links, pages and widgets go ${CLOSED_REPORT_DAYS} days after they were decided.`,
  `Files of an export can be fetched for ${EXPORT_DAYS} days.`,
  `Pictures that nothing uses go after ${UNUSED_UPLOAD_DAYS} days.`,
  `Answers to changes, kept so that a change is made once, go after ${IDEMPOTENCY_DAYS} days.`,
  ...(sentryDsn === 'self' ? [`Reports of faults go after ${ERROR_REPORT_DAYS} days.`] : []),
  'Everything else of an account is kept as long as there is the account.',
  `An account that is deleted can be taken back for ${DELETION_GRACE_DAYS} days. Then everything that was made in it goes. Codes of its links, names of its page and its own domains stay taken, without a name; entries of money stay under a number that leads to nobody.`,
  `While money can still come to somebody who has left, their email address and their address for payouts are kept to send it, for at most ${LATE_EARNINGS_MONTHS} months.`,
]

function thirdParties(settings: Settings): string[] {
  const { s3, searchEngine, sentryDsn, smsUrl, smtpUrl, dnsServers } = settings
  return [
    smtpUrl === null
      ? 'Mail is not sent: it is written to a folder of this server.'
      : `Mail to you goes through ${hostOf(smtpUrl)}.`,
    ...(smsUrl ? [`Codes to your phone go through ${hostOf(smsUrl)}.`] : []),
    ...(s3 ? [`Pictures are kept at ${hostOf(s3.endpoint)}.`] : []),
    ...errorReports(sentryDsn),
    ...(dnsServers.length > 0 ? [`Own domains are looked up at ${dnsServers.join(', ')}.`] : []),
    ...(searchEngine
      ? [
          `What you type into the web search is asked of ${hostOf(searchEngine.url)}, without your name or address.`,
        ]
      : []),
    'Notifications, if you turn them on, go through the push service of your browser’s maker, encrypted so that only your device reads them.',
    'Nobody else, and nothing is sold.',
  ]
}

function errorReports(sentryDsn: string | null): string[] {
  if (sentryDsn === null) return []
  return sentryDsn === 'self'
    ? ['What goes wrong in the app is reported to this server.']
    : [`What goes wrong in the app is reported to ${hostOf(sentryDsn)} (Sentry).`]
}

/** Returns the host only, without a user name and password in the URL. */
const hostOf = (url: string) => new URL(url).host
