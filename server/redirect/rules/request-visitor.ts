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
import { clientOf, type Client } from './client.ts'
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

/** Facts that depend on the installation's settings. */
type Facts = {
  countryOf(request: RuledRequest): string
  positionOf(request: RuledRequest): number
}

/** Creates a function that returns the visitor of a request. */
export function createRequestVisitors({ config, salts }: Deps): (request: RuledRequest) => Visitor {
  const { geoipDb, trustedProxies } = config
  const addressOf = createAddressOf(trustedProxies)
  const visitorOf = createVisitors(salts, trustedProxies)
  let countries: CountryOf | undefined

  const facts: Facts = {
    countryOf({ req, headers }) {
      if (geoipDb === null) return ''
      countries ??= openCountries(geoipDb)
      return countries(addressOf(remoteOf(req), headers.forwardedFor))
    },
    positionOf({ req, headers, at, linkId }) {
      const { id: agentId } = agentOf(headers.userAgent)
      const { forwardedFor } = headers
      const visitor = visitorOf({ remote: remoteOf(req), forwardedFor, agentId, at })
      return Number.parseInt(hash('sha256', `${visitor} ${linkId}`).slice(0, 8), 16) / 2 ** 32
    },
  }
  return (request) => new RequestVisitor(request, facts)
}

/**
 * Visitor of a request. Each fact is determined when a rule asks for it, because most rules ask for
 * one or two. A class, because an object literal with this many getters takes a microsecond.
 */
class RequestVisitor implements Visitor {
  readonly #request: RuledRequest
  readonly #facts: Facts
  #knownClient: Client | undefined

  constructor(request: RuledRequest, facts: Facts) {
    this.#request = request
    this.#facts = facts
  }

  get at() {
    return this.#request.at
  }
  get country() {
    return this.#facts.countryOf(this.#request)
  }
  get language() {
    return preferredLanguage(this.#request.headers.acceptLanguage)
  }
  get device() {
    return this.#client.device
  }
  get system() {
    return this.#client.system
  }
  get app() {
    return this.#client.app
  }
  get browser() {
    return this.#client.browser
  }
  get query() {
    return queryIn(this.#request.req.url ?? '')
  }
  get referrer() {
    return referrerHost(this.#request.headers.referrer)
  }
  get localTime() {
    return localTime(this.#request.zone, this.#request.at)
  }
  get position() {
    return this.#facts.positionOf(this.#request)
  }
  get #client() {
    this.#knownClient ??= clientOf(this.#request.headers.userAgent)
    return this.#knownClient
  }
}

const remoteOf = (req: IncomingMessage) => req.socket.remoteAddress ?? ''
