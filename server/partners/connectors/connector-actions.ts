import type { Deps } from '../../env.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import {
  addConnector,
  connectorsOf,
  deleteConnector,
  findConnector,
  setConnectorSecret,
  type Connector,
} from './connectors.ts'
import type { Platform } from './platform.ts'
import { readShopLog, type Delivery } from './shop-log.ts'

/** Connector of a brand with its addresses and its log, without its secret. */
export type ShopSetup = {
  /** Address to which the shop sends. */
  address: string
  testClickId: string
  hasSecret: boolean
  /** Time until which the previous secret is valid; null if there is none. */
  oldSecretUntil: Date | null
  log: Delivery[]
}

/** Returns the queries and actions of a brand for the connectors of its shops. */
export function connectorActions(deps: Deps, { id: brandId }: Pick<BrandRow, 'id'>) {
  const { db, secrets, config } = deps
  const setupOf = async (connector: Connector): Promise<ShopSetup> => {
    const { oldSecretEndsAt, sealedOldSecret } = connector
    const isOldValid = sealedOldSecret !== null && oldSecretEndsAt && oldSecretEndsAt > new Date()
    return {
      address: new URL(`/hooks/${connector.platform}/${connector.key}`, config.appOrigin).href,
      testClickId: connector.testClickId,
      hasSecret: connector.sealedSecret !== null,
      oldSecretUntil: isOldValid ? oldSecretEndsAt : null,
      log: await readShopLog(db, connector.id),
    }
  }
  return {
    /** Origin of this site, for the addresses on the page. */
    origin: config.appOrigin,
    platforms: async () => (await connectorsOf(db, brandId)).map(({ platform }) => platform),
    async read(platform: Platform) {
      const connector = await findConnector(db, brandId, platform)
      return connector && setupOf(connector)
    },
    add: (platform: Platform) => addConnector(db, brandId, platform),
    /** Returns false if the shop system was not set up. */
    async setSecret(platform: Platform, secret: string): Promise<boolean> {
      const connector = await findConnector(db, brandId, platform)
      if (connector) await setConnectorSecret(db, secrets, connector, secret)
      return connector !== undefined
    },
    remove: (platform: Platform) => deleteConnector(db, brandId, platform),
  }
}
