import { createHash } from 'node:crypto'
import { isbot } from 'isbot'
import type { InAppName } from '#contract/links/in-app.ts'
import { RecentValues } from '../../platform/recent-values.ts'
import { appIn } from '../rules/in-app.ts'
import { deviceOf, type Device } from './device.ts'

/**
 * Kind of an answered redirect. Every event has exactly one kind and every kind has one counter on
 * the link, so the six counters add up to the number of events.
 * - unique: the first counted click of this visitor on this link today
 * - human: any further counted click of this visitor
 * - bot: a program that identifies as one, or sends no user agent
 * - preview: no person has seen it yet: prefetch, link preview, HEAD
 * - duplicate: the same visitor on the same link within ten seconds of a counted click
 * - own: the link's owner, on a device where they were signed in that day (own-visitors.ts)
 *
 * Users see `lifetime_clicks` = unique + human.
 */
export const KIND = { human: 1, unique: 2, bot: 3, preview: 4, duplicate: 5, own: 6 } as const
export type Kind = (typeof KIND)[keyof typeof KIND]
/**
 * Kind that the request alone shows. Whether a click by a person is unique depends on earlier
 * clicks.
 */
export type RequestKind = 'human' | 'bot' | 'preview'

/**
 * Result of classifying a user agent. `id` is a hash of it, for comparison only. `app` is the app
 * whose built-in browser it is; '' for none.
 */
export type Agent = { kind: RequestKind; device: Device; app: InAppName | ''; id: string }

/**
 * Maximum length of a user agent that is classified. Those of browsers are below 300 characters;
 * longer ones only slow the patterns down.
 */
const MAX_AGENT_LENGTH = 512

/** Messengers and networks that fetch a link to show a preview of it. */
const UNFURLERS =
  /facebookexternalhit|facebot|^whatsapp\/|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|linkedinbot|pinterestbot|skypeuripreview|^viber\/|embedly|iframely|redditbot|mastodon\/|bluesky|snap url preview|google-pagerenderer|vkshare|line-poker|signal-desktop\/preview/i

/** Programs that use the network library of Apple's systems or Android, without a browser. */
const PROGRAMS = /^(?!Mozilla\/).*(?:CFNetwork|Dalvik)\//

const agents = new RecentValues<Agent>(2000)

/** Classifies a user agent. Results are cached, because the patterns cost more than a redirect. */
export function agentOf(userAgent: string): Agent {
  const known = agents.get(userAgent)
  if (known) return known
  const agent = {
    ...classify(userAgent.slice(0, MAX_AGENT_LENGTH)),
    id: createHash('sha256').update(userAgent).digest('hex').slice(0, 16),
  }
  if (userAgent.length <= MAX_AGENT_LENGTH) agents.set(userAgent, agent)
  return agent
}

function classify(userAgent: string): Omit<Agent, 'id'> {
  if (UNFURLERS.test(userAgent)) return { kind: 'preview', device: '', app: '' }
  if (userAgent === '' || PROGRAMS.test(userAgent) || isbot(userAgent))
    return { kind: 'bot', device: '', app: '' }
  return { kind: 'human', device: deviceOf(userAgent), app: appIn(userAgent) }
}

/**
 * Returns whether the purpose is a prefetch, such as `Sec-Purpose: prefetch;prerender` or the
 * headers that browsers sent before it was standardized.
 */
export const isPrefetch = (purpose: string) => /prefetch|prerender|preview/i.test(purpose)
