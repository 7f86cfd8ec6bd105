import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeps } from '../../server/deps.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { startEmbedded } from '../../server/platform/db/embedded/embedded.ts'
import { migrateAll } from '../../server/platform/jobs/migrate-all.ts'
import { createLog } from '../../server/platform/log/log.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'

/** Starts a database and all that the server's functions need, in a new folder. */
export async function startOwnDeps() {
  const folder = mkdtempSync(join(tmpdir(), 'split-bench-'))
  const log = createLog('error')
  const config = { ...readConfig({ DATA_DIR: folder }), allowPrivateFetch: true }
  const secrets = loadSecrets(folder)
  const database = await startEmbedded({ dataDir: folder, log })
  await migrateAll(database.address, log)
  const { deps, close } = await createDeps({ config, secrets, log, address: database.address })
  async function stop() {
    await close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { deps, config, secrets, stop }
}

/** Returns how many of these are sent in a second. */
export async function perSecond(count: number, send: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await send()
  return (count * 1000) / (performance.now() - startedAt)
}
