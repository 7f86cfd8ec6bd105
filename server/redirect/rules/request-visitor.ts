import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../../platform/config/config.ts'
import { openCountries, type CountryOf } from '../clicks/countries.ts'
import type { Salts } from '../clicks/day-salts.ts'
import { agentOf } from '../clicks/kinds.ts'
import { referrerHost } from '../clicks/referrer.ts'
import { createVisitors } from '../clicks/visitor.ts'
import { createAddressOf } from '../clicks/visitor-address.ts'
import type { RequestHeaders } from '../request-headers.ts'
import { queryIn } from '../short-url.ts'
import { clientOf } from './client.ts'
import { localTime } from './local-time.ts'
import type { Visitor } from './match.ts'
import { preferredLanguage } from './preferred-language.ts'

/** Request for a link with rules. */
export type RuledRequest = {
  req: IncomingMessage
  headers: RequestHeaders
  at: number
  linkId: string
  zone: string
}

type Deps = { config: Config; salts: Pick<Salts, 'of'> }

/**
 * Creates a function that returns the visitor of a request. Each fact is determined when a rule asks
 * for it, because most rules ask for one or two.
 */
export function createRequestVisitors({ config, salts }: Deps): (request: RuledRequest) => Visitor {
  const { geoipDb, trustedProxies } = config
  const addressOf = createAddressOf(trustedProxies)
  const visitorOf = createVisitors(salts, trustedProxies)
  let countries: CountryOf | undefined

  function countryOf({ req, headers }: RuledRequest): string {
    if (geoipDb === null) return ''
    countries ??= openCountries(geoipDb)
    return countries(addressOf(remoteOf(req), headers.forwardedFor))
  }

  function positionOf({ req, headers, at, linkId }: RuledRequest): number {
    const { id: agentId } = agentOf(headers.userAgent)
    const { forwardedFor } = headers
    const visitor = visitorOf({ remote: remoteOf(req), forwardedFor, agentId, at })
    return Number.parseInt(hash('sha256', `${visitor} ${linkId}`).slice(0, 8), 16) / 2 ** 32
  }

  return (request) => {
    const { req, headers, at, zone } = request
    return {
      at,
      get country() {
        return countryOf(request)
      },
      get language() {
        return preferredLanguage(req.headers['accept-language'] ?? '')
      },
      get device() {
        return clientOf(headers.userAgent).device
      },
      get system() {
        return clientOf(headers.userAgent).system
      },
      get app() {
        return clientOf(headers.userAgent).app
      },
      get browser() {
        return clientOf(headers.userAgent).browser
      },
      get query() {
        return queryIn(req.url ?? '')
      },
      get referrer() {
        return referrerHost(headers.referrer)
      },
      get localTime() {
        return localTime(zone, at)
      },
      get position() {
        return positionOf(request)
      },
    }
  }
}

const remoteOf = (req: IncomingMessage) => req.socket.remoteAddress ?? ''
