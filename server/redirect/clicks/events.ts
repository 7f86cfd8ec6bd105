import { WIDGET_REFERRER } from '#contract/page/widgets.ts'
import type { Device } from './device.ts'
import { withApp } from './facets.ts'
import { agentOf, isPrefetch, type RequestKind } from './kinds.ts'
import { referrerHost } from './referrer.ts'
import type { AddressOf } from './visitor-address.ts'

/** Fields of the requested link that a click needs. */
export type ClickedLink = { linkId: string; userId: string; brandId: string | null }

/** Data of a redirect request. It is turned into a line at once and not stored. */
export type Click = {
  link: ClickedLink
  /** Id that was already sent to the merchant; otherwise null. */
  id: string | null
  at: number
  isHead: boolean
  remote: string
  forwardedFor: string
  userAgent: string
  referrer: string
  /** Key of the widget in the URL; empty if there is none. */
  widget: string
  purpose: string
  /** Written by `facetsText`; empty if the click has none. */
  facets: string
}

/** Click ready to be stored. Contains no address and no user agent. */
export type ClickEvent = {
  link: ClickedLink
  /**
   * Id that was already sent to the merchant. Otherwise null, and created just before the click is
   * stored.
   */
  id: string | null
  at: number
  kind: RequestKind
  visitor: string
  referrer: string
  /**
   * Key of the widget the click came from; empty if there is none. The fold checks who owns the
   * widget.
   */
  widget: string
  device: Device
  /** Two letters; empty if countries are not looked up. */
  country: string
  /** Written by `facetsText`; empty if the click has none. */
  facets: string
}

type LineContext = {
  addressOf: AddressOf
  /** Host of our own pages and widgets. */
  ownHost: string
}

/**
 * Returns a click as one line. No value can contain a tab or line end: each is an id, a number or a
 * plain name. The line has the id of the browser where the visitor belongs, and ends with the
 * address. Where clicks are stored, `completeLines` replaces both, so that a redirect does not wait
 * for a hash.
 */
export function toLine(click: Click, { addressOf, ownHost }: LineContext): string {
  const { id: agentId, kind, device, app } = agentOf(click.userAgent)
  const { link, id, at, remote, forwardedFor } = click
  const isUnseen = kind === 'human' && (click.isHead || isPrefetch(click.purpose))
  const from = originOf(click, app, ownHost)
  const address = addressOf(remote, forwardedFor)
  return `${link.linkId}\t${link.userId}\t${link.brandId ?? ''}\t${id ?? ''}\t${at}\t${isUnseen ? 'preview' : kind}\t${agentId}\t${from}\t${device}\t${address}\n`
}

/**
 * Returns the host or widget a click came from and its facets, if it has any. A slash marks widgets
 * and a bar facets, because no host contains either. Lines of older servers have no bar.
 */
function originOf(click: Click, app: string, ownHost: string): string {
  const facets = app === '' ? click.facets : withApp(click.facets, app)
  const from = hostOrWidget(click, ownHost)
  return facets === '' ? from : `${from}|${facets}`
}

/**
 * Widgets run in a frame of our own host, so if the referrer is another host, the URL was copied
 * from a widget and the host counts.
 */
function hostOrWidget({ referrer, widget }: Click, ownHost: string): string {
  const host = referrerHost(referrer)
  if (host !== '' && host !== ownHost) return host
  const key = widget || widgetOf(referrer)
  return key === '' ? host : `${WIDGET_REFERRER}/${key}`
}

/** URL of a widget frame. Browsers send it in full to links on the same host. */
const WIDGET_FRAME_URL = /^https?:\/\/[^/]+\/w\/([a-z0-9]{10})$/
const widgetOf = (referrer: string) => WIDGET_FRAME_URL.exec(referrer)?.[1] ?? ''

/** Returns the owners of the clicked links. Both ids at the start of a line have a fixed length. */
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
  const bar = from.indexOf('|')
  const [referrer = '', widget = ''] = (bar === -1 ? from : from.slice(0, bar)).split('/')
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
    facets: bar === -1 ? '' : from.slice(bar + 1),
  }
}
