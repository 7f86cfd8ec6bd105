import { APP_NAMES } from '#contract/rules/sentences.ts'
import type { ActivityDetails, Restriction } from '../../platform/db/schema.ts'

/** Returns the reason as a sentence. */
export const why = ({ why: reason = '' }: ActivityDetails) => reason && sentence(reason)

/** Returns why something was blocked and where to object. */
export const blockText = ({ why = '', rule = '', contact = '' }: ActivityDetails) =>
  `was blocked by the operator of this site. ${reasonText({ why, rule, contact })}`

const reasonText = ({ why = '', rule = '', contact = '' }: ActivityDetails) =>
  `${sentence(why)} Rule: ${sentence(rule)} If you disagree, write to ${contact}.`

const ACCOUNT_EFFECTS: Record<Restriction, string> = {
  paused: 'Your links and your page keep working, but you cannot change anything.',
  blocked: 'Your links, your page and your widgets are closed, and you cannot change anything.',
}

/** Returns what the operator decided about an account, why, and where to object. */
export const accountText = (restriction: Restriction, block: ActivityDetails) =>
  `was ${restriction} by the operator of this site. ${ACCOUNT_EFFECTS[restriction]} You can still see, download and redeem everything. ${reasonText(block)}`

/** Returns that an account is neither paused nor blocked any more. */
export const releasedText = () => 'is no longer restricted. You can change everything again.'

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Returns that a link no longer leads visitors out of an app. */
export const appStoppedText = ({ app = '' }: ActivityDetails) =>
  `no longer shows visitors inside ${APP_NAMES[app] ?? app} the way to their browser, because more of them order inside the app. You can switch it on again.`
