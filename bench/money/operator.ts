import { readConfig } from '../../server/platform/config/config.ts'
import { createDeps } from '../../server/deps.ts'
import type { DbAddress } from '../../server/platform/db/client.ts'
import type { Deps } from '../../server/env.ts'
import { createLog, type Log } from '../../server/platform/log/log.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import type { World } from '../chaos/world.ts'

/**
 * Connects to the servers' database from this process, like an operator command. Collects logged
 * errors.
 */
export async function connectLikeOperator(
  world: World,
  env: Record<string, string>,
  address: DbAddress,
): Promise<{ deps: Deps; errors: string[] }> {
  const errors: string[] = []
  const quiet = createLog('error')
  const log: Log = {
    ...quiet,
    error: (message, fields) => {
      errors.push(message)
      quiet.error(message, fields)
    },
  }
  const config = readConfig({ HOST: '127.0.0.1', PORT: '8080', ...env })
  const secrets = loadSecrets(config.dataDir)
  const { deps, close } = await createDeps({ config, secrets, log, address, poolSize: 12 })
  world.onClose(close)
  return { deps, errors }
}
