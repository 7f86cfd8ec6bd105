import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadSecrets } from '../../platform/secrets/secrets.ts'
import { SECRETS_FILE } from './files.ts'

/**
 * Returns a warning that names the secrets in the environment that differ from the restored ones,
 * or null if all match or none were restored. A server with different secrets cannot
 * read stored gift card codes, tax ids and keys.
 */
export function differingSecretsWarning(dataDir: string, env: NodeJS.ProcessEnv): string | null {
  if (!existsSync(join(dataDir, SECRETS_FILE))) return null
  const [back, set] = [loadSecrets(dataDir), loadSecrets(dataDir, env)]
  const differing = [
    ...(set.jwt === back.jwt ? [] : ['JWT_SECRET']),
    ...(set.signing === back.signing ? [] : ['SIGNING_SECRET']),
    ...(set.vapid.publicKey === back.vapid.publicKey &&
    set.vapid.privateKey === back.vapid.privateKey
      ? []
      : ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY']),
  ]
  if (differing.length === 0) return null
  return `${differing.join(', ')}: set to other values than in the backup. Remove these settings to use the values of the backup (DATA_DIR/secrets.json). To change them on purpose, run: npm run operator -- accept secrets`
}
