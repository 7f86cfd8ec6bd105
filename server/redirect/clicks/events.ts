import { FROM_WIDGET } from '#contract/widgets.ts'
import type { Device } from './device.ts'
import { agentOf, isPrefetch, type RequestKind } from './kinds.ts'
import { referrerHost } from './referrer.ts'
import type { AddressOf } from './visitor-address.ts'
import type { VisitorOf } from './visitor.ts'

/** The link that was asked for, as far as a click needs to know it. */
export type ClickedLink = { linkId: string; userId: string; brandId: string | null }

/** What the redirect tells of a request. It is turned into a line at once and not kept. */
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
  /** Key of the widget that it came through, as the address said; empty for any other. */
  widget: string
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
  /** Key of the widget that it came through, whose it is the fold asks; empty for any other. */
  widget: string
  device: Device
  /** Two letters; empty where nobody looked it up. */
  country: string
}

type Known = {
  visitorOf: VisitorOf
  /** Only where somebody looks countries up. */
  addressOf: AddressOf | undefined
  /** Where pages and widgets are shown. */
  ownHost: string
}

/**
 * A click as it is written down and handed on. No value can hold a tab or a line end: each is an id,
 * a number or a plain name. Where countries are looked up it ends with the address, which the thread that
 * writes clicks down replaces (`withCountries`).
 */
export function toLine(click: Click, { visitorOf, addressOf, ownHost }: Known): string {
  const { id: agentId, kind, device } = agentOf(click.userAgent)
  const { link, id, at, remote, forwardedFor } = click
  const isUnseen = kind === 'human' && (click.isHead || isPrefetch(click.purpose))
  const visitor = visitorOf({ remote, forwardedFor, agentId, at })
  const from = sourceOf(click, ownHost)
  const address = addressOf ? `\t${addressOf(remote, forwardedFor)}` : ''
  return `${link.linkId}\t${link.userId}\t${link.brandId ?? ''}\t${id ?? ''}\t${at}\t${isUnseen ? 'preview' : kind}\t${visitor}\t${from}\t${device}${address}\n`
}

/**
 * The host that a click came from, or the widget: that is a frame of ours, so whatever says another host
 * is an address that somebody copied out of it. No host has a slash.
 */
function sourceOf({ referrer, widget }: Click, ownHost: string): string {
  const host = referrerHost(referrer)
  if (host !== '' && host !== ownHost) return host
  const key = widget || widgetOf(referrer)
  return key === '' ? host : `${FROM_WIDGET}/${key}`
}

/** The frame itself: of links that stay on its host a browser tells all of its address. */
const FRAME = /^https?:\/\/[^/]+\/w\/([a-z0-9]{10})$/
const widgetOf = (referrer: string) => FRAME.exec(referrer)?.[1] ?? ''

/** Whose links were clicked. Both ids at the start of a line have one length. */
export function ownersIn(bodies: string[]): Set<string> {
  const owners = new Set<string>()
  for (const lines of bodies) {
    for (let start = 0; start < lines.length; start = lines.indexOf('\n', start) + 1) {
      owners.add(lines.slice(start + UUID_LENGTH + 1, start + 2 * UUID_LENGTH + 1))
    }
  }
  return owners
}
const UUID_LENGTH = 36

export const eventsIn = (lines: string): ClickEvent[] =>
  lines.split('\n').filter(Boolean).map(toEvent)

function toEvent(line: string): ClickEvent {
  const [
    linkId = '',
    userId = '',
    brandId,
    id,
    at,
    kind,
    visitor = '',
    from = '',
    device,
    country = '',
  ] = line.split('\t')
  const [referrer = '', widget = ''] = from.split('/')
  return {
    link: { linkId, userId, brandId: brandId || null },
    id: id || null,
    at: Number(at),
    kind: kind as RequestKind,
    visitor,
    referrer,
    widget,
    device: device as Device,
    country,
  }
}
