import { clickId } from './click-id.ts'
import type { PersonClick } from './duplicates.ts'
import { agentOf, isPrefetch, type RequestKind } from './kinds.ts'
import { referrerHost } from './referrer.ts'

/** The link that was asked for, as far as a click needs to know it. */
export type ClickedLink = { linkId: string; userId: string; brandId: string | null }

/** What the redirect keeps of a request, in memory only, until it is written. */
export type Click = {
  link: ClickedLink
  /** Given when the merchant got it already; else made when the click is written. */
  id: string | null
  at: number
  isHead: boolean
  remote: string
  forwardedFor: string
  userAgent: string
  referrer: string
  purpose: string
}

/** A click as it is stored: no address and no name of a browser in it. */
export type ClickEvent = PersonClick & {
  id: string
  link: ClickedLink
  kind: RequestKind
  referrer: string
  device: string
}

type VisitorOf = (click: Click) => string

export function toEvent(click: Click, visitorOf: VisitorOf): ClickEvent {
  const { kind, device } = agentOf(click.userAgent)
  const isUnseen = kind === 'human' && (click.isHead || isPrefetch(click.purpose))
  return {
    id: click.id ?? clickId(click.at),
    link: click.link,
    linkId: click.link.linkId,
    at: click.at,
    kind: isUnseen ? 'preview' : kind,
    visitor: visitorOf(click),
    referrer: click.referrer === '' ? '' : referrerHost(click.referrer),
    device,
  }
}
