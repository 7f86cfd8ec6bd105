import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isbot } from 'isbot'
import { deviceOf, type Device } from './device.ts'

/**
 * What an answered redirect was. Every event has exactly one kind and every kind has one counter on
 * the link, so the six counters add up to the number of events.
 * - unique: the first counted click of this visitor on this link today
 * - human: any further counted click of theirs
 * - bot: a program that says so, or says nothing at all
 * - preview: nobody looked yet: prefetch, link preview, HEAD
 * - duplicate: the same visitor on the same link within ten seconds of a click that counted
 * - own: the link's owner, on a device where they were signed in that day (server/redirect/clicks/own-visitors.ts)
 *
 * People see `lifetime_clicks` = unique + human.
 */
export const KIND = { human: 1, unique: 2, bot: 3, preview: 4, duplicate: 5, own: 6 } as const
export type Kind = (typeof KIND)[keyof typeof KIND]
/** What the request alone tells; whether a person's click is unique depends on the clicks before it. */
export type RequestKind = 'human' | 'bot' | 'preview'

/** What a browser's name tells. `id` stands for the name where only sameness matters. */
export type Agent = { kind: RequestKind; device: Device; id: string }

/** A browser's name is below 300 characters; a longer one only makes the patterns below slow. */
const LONGEST_AGENT = 512

/** Messengers and networks that fetch a link to show a card of it. */
const UNFURLERS =
  /facebookexternalhit|facebot|^whatsapp\/|twitterbot|slackbot|slack-imgproxy|discordbot|telegrambot|linkedinbot|pinterestbot|skypeuripreview|^viber\/|embedly|iframely|redditbot|mastodon\/|bluesky|snap url preview|google-pagerenderer|vkshare|line-poker|signal-desktop\/preview/i

/** Programs that use the network library of Apple's systems or of Android without naming a browser. */
const PROGRAMS = /^(?!Mozilla\/).*(?:CFNetwork|Dalvik)\//

const agents = new LRUCache<string, Agent>({ max: 2000 })

/** Answers from memory for a name seen before: the patterns cost more than a redirect. */
export function agentOf(userAgent: string): Agent {
  const known = agents.get(userAgent)
  if (known) return known
  const agent = {
    ...classify(userAgent.slice(0, LONGEST_AGENT)),
    id: createHash('sha256').update(userAgent).digest('hex').slice(0, 16),
  }
  if (userAgent.length <= LONGEST_AGENT) agents.set(userAgent, agent)
  return agent
}

function classify(userAgent: string): Omit<Agent, 'id'> {
  if (UNFURLERS.test(userAgent)) return { kind: 'preview', device: '' }
  if (userAgent === '' || PROGRAMS.test(userAgent) || isbot(userAgent))
    return { kind: 'bot', device: '' }
  return { kind: 'human', device: deviceOf(userAgent) }
}

/** `Sec-Purpose: prefetch;prerender`, and what browsers sent before it had a name. */
export const isPrefetch = (purpose: string) => /prefetch|prerender|preview/i.test(purpose)
