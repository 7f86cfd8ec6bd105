import type { Device } from './device.ts'
import { agentOf, isPrefetch, type RequestKind } from './kinds.ts'
import { referrerHost } from './referrer.ts'
import type { Visit } from './visitor.ts'

/** The link that was asked for, as far as a click needs to know it. */
export type ClickedLink = { linkId: string; userId: string; brandId: string | null }

/** What the redirect tells of a request. It is turned into an event at once and not kept. */
export type Click = {
  link: ClickedLink
  /** Given when the merchant got it already. */
  id: string | null
  at: number
  isHead: boolean
  remote: string
  forwardedFor: string
  userAgent: string
  referrer: string
  purpose: string
}

/** A click as it waits to be stored: no address and no name of a browser in it. */
export type ClickEvent = {
  link: ClickedLink
  /** Made when it is first about to be written, unless the merchant has it. */
  id: string | null
  at: number
  kind: RequestKind
  visitor: string
  referrer: string
  device: Device
}

export function toEvent(click: Click, visitorOf: (visit: Visit) => string): ClickEvent {
  const { id: agentId, kind, device } = agentOf(click.userAgent)
  const { link, id, at, remote, forwardedFor } = click
  const isUnseen = kind === 'human' && (click.isHead || isPrefetch(click.purpose))
  return {
    link,
    id,
    at,
    kind: isUnseen ? 'preview' : kind,
    visitor: visitorOf({ remote, forwardedFor, agentId, at }),
    referrer: referrerHost(click.referrer),
    device,
  }
}
