import type { ShortLink } from '#contract/links/short-link.ts'
import { TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { FlakyNetwork } from '../e2e/support/flaky-network.ts'
import type { RunningServer } from '../e2e/support/running-server.ts'
import { startShop, type Shop } from '../e2e/support/shop.ts'
import type { Engine } from './engine.ts'
import { pageScript } from './page-script.ts'
import { EMAIL } from './steps-links.ts'
import { Visitor } from './visitor.ts'

/** A user in a browser, a network that can fail, the server behind it, and a shop to link to. */
export class World {
  /** Email address for the sign-in. */
  email = EMAIL

  private constructor(
    readonly visitor: Visitor,
    readonly network: FlakyNetwork,
    readonly server: RunningServer,
    readonly shop: Shop,
    readonly end: () => Promise<void>,
  ) {}

  /** Starts everything. `launch` gets the origin of the server, which runs before the browser. */
  static async make(launch: (origin: string) => Promise<Engine>): Promise<World> {
    const ends: (() => Promise<void>)[] = []
    const end = async () => {
      for (const one of ends.toReversed()) await one()
    }
    try {
      const network = await FlakyNetwork.start()
      ends.push(() => network.stop())
      const shop = await startShop()
      ends.push(() => shop.stop())
      const server = await network.open({ TRUSTED_PROXIES: '127.0.0.1' })
      const engine = await launch(network.origin)
      ends.push(() => engine.close())
      const visitor = new Visitor(engine, network.origin, await pageScript())
      return new World(visitor, network, server, shop, end)
    } catch (error) {
      await end()
      throw error
    }
  }

  goOffline() {
    this.network.rule(() => 'drop')
  }

  goOnline() {
    this.network.clear()
  }

  /**
   * Returns the links of the user directly from the server, without the browser and its network.
   */
  async links(): Promise<ShortLink[]> {
    const answer = await fetch(`${this.server.origin}${V2}/links/search/`, {
      method: 'POST',
      headers: { [TOKEN_HEADER]: await this.token(), 'Content-Type': 'application/json' },
      body: '{}',
    })
    return ((await answer.json()) as { results: ShortLink[] }).results
  }

  /** Returns the token of the signed-in user, or an empty string. */
  token(): Promise<string> {
    return this.visitor.ask<string>('/(?:^|; )token=([^;]+)/.exec(document.cookie)?.[1] ?? ""')
  }
}
