import { APP_NAMES } from '#contract/rules/sentences.ts'
import type { ActivityDetails } from '../../platform/db/schema.ts'

/** Returns the reason as a sentence. */
export const why = ({ why: reason = '' }: ActivityDetails) => reason && sentence(reason)

/** Returns why something was blocked and where to object. */
export const blockText = ({ why = '', rule = '', contact = '' }: ActivityDetails) =>
  `was blocked by the operator of this site. ${sentence(why)} Rule: ${sentence(rule)} If you disagree, write to ${contact}.`
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Returns that a link no longer leads visitors out of an app. */
export const appStoppedText = ({ app = '' }: ActivityDetails) =>
  `no longer shows visitors inside ${APP_NAMES[app] ?? app} the way to their browser, because more of them order inside the app. You can switch it on again.`
