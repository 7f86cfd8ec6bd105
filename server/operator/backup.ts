import { join, resolve } from 'node:path'
import { noteBackupByHand } from './backup/backup-state.ts'
import { SECRETS_FILE } from './backup/files.ts'
import type { Manifest } from './backup/manifest.ts'
import { moveDatabase } from './backup/move-database.ts'
import { differingSecretsWarning } from './backup/other-secrets.ts'
import { requireMinLength, readPassphraseFile } from './backup/passphrase.ts'
import { createProgress, type Progress } from './backup/progress.ts'
import { openDatabaseUnmigrated } from './backup/reach-database.ts'
import { restoreBackup } from './backup/restore.ts'
import { megabytes, writeBackup } from './backup/write-backup.ts'
import type { Config } from '../platform/config/config.ts'
import { connect } from '../platform/db/client.ts'
import { createLog } from '../platform/log/log.ts'
import { restrictAccess } from '../platform/secrets/private-files.ts'
import { loadSecrets, setsAllSecrets } from '../platform/secrets/secrets.ts'
import { formatMinute } from './printable.ts'

export const BACKUP_USAGE = `
  npm run operator -- backup <file> [--passphrase-file <file>]
  npm run operator -- restore <file> [--passphrase-file <file>] [--new-secrets]
  npm run operator -- move-database <postgresql://…, or embedded>`

type Options = { 'passphrase-file'?: string | undefined; 'new-secrets'?: boolean | undefined }
type Work = (options: Options) => (config: Config) => Promise<string>

/**
 * Handles `backup`, `restore` and `move-database`. They open the database themselves, because it
 * may be empty or of another version.
 */
export function backupCommand([name, what, ...rest]: string[]): Work | undefined {
  if (what === undefined || rest.length > 0) return undefined
  if (name === 'backup') return work((config, around) => backup(config, resolve(what), around))
  if (name === 'restore') return work((config, around) => restore(config, resolve(what), around))
  if (name === 'move-database') return work((config, around) => move(config, what, around))
  return undefined
}

type CommandContext = { passphrase: string | null; hasNewSecrets: boolean; progress: Progress }

const work =
  (run: (config: Config, around: CommandContext) => Promise<string>): Work =>
  (options) =>
  async (config) => {
    const { progress, end } = createProgress(process.stderr)
    try {
      const passphrase = readPassphrase(options, config)
      const hasNewSecrets = options['new-secrets'] === true
      return await run(config, { passphrase, hasNewSecrets, progress })
    } finally {
      end()
    }
  }

function readPassphrase(options: Options, { backup }: Config): string | null {
  const file = options['passphrase-file'] ?? backup?.passphraseFile
  const typed = process.env['BACKUP_PASSPHRASE']
  if (options['passphrase-file'] === undefined && typed)
    return requireMinLength(typed, 'BACKUP_PASSPHRASE')
  return file == null ? null : readPassphraseFile(resolve(file))
}

async function backup(config: Config, path: string, around: CommandContext): Promise<string> {
  const { dataDir } = config
  const { address, close } = await openDatabaseUnmigrated(config, createLog('warn'))
  // Other accounts of this machine must not read our files.
  restrictAccess(dataDir)
  const { pool, db, sql } = connect(address, { max: 1 })
  try {
    const secrets = loadSecrets(dataDir, process.env)
    const { manifest, sha256, bytes } = await writeBackup({ pool, config, secrets }, path, around)
    await noteBackupByHand({ db, sql })
    const encrypted = around.passphrase === null ? 'not encrypted' : 'encrypted'
    const size = `${path}: ${megabytes(bytes)}, ${encrypted}, verified`
    const missing = around.passphrase === null ? [withoutSecrets(dataDir)] : []
    return [formatCounts(manifest), size, `SHA-256 ${sha256}`, ...missing].join('\n')
  } finally {
    await pool.end()
    await close()
  }
}

const withoutSecrets = (dataDir: string) =>
  `It contains no secrets, because it is not encrypted. Keep a copy of ${join(dataDir, SECRETS_FILE)} and of secrets in the environment elsewhere: restore needs them.`

async function restore(config: Config, path: string, around: CommandContext): Promise<string> {
  const { passphrase, hasNewSecrets, progress } = around
  const surroundings = {
    config,
    log: createLog('warn'),
    progress,
    ...(setsAllSecrets(process.env) && { secrets: 'in the environment' as const }),
    ...(hasNewSecrets && { secrets: 'new' as const }),
  }
  const manifest = await restoreBackup({ path, passphrase }, surroundings)
  const moment = `Restored the state of ${formatMinute(new Date(manifest.madeAt))}, into ${config.dataDir}.`
  const others = differingSecretsWarning(config.dataDir, process.env)
  return [formatCounts(manifest), moment, others ?? nextStep(hasNewSecrets)].join('\n')
}

const nextStep = (hasNewSecrets: boolean) =>
  hasNewSecrets
    ? 'Run now: npm run operator -- accept secrets. Then start the server.'
    : 'Start the server now.'

async function move(config: Config, target: string, { progress }: CommandContext): Promise<string> {
  const state = await moveDatabase(config, target, { log: createLog('warn'), progress })
  const next =
    target === 'embedded'
      ? 'Start the server without DATABASE_URL now.'
      : 'Start the server with that DATABASE_URL now.'
  return [formatCounts({ database: state }), `${next} The old database is unchanged.`].join('\n')
}

/** Returns one line per table with its number of rows, and the number of files. */
function formatCounts({ database, parts }: Pick<Manifest, 'database'> & Partial<Manifest>): string {
  const { tables } = database
  const width = Math.max(...tables.map(({ schema, name }) => `${schema}.${name}`.length))
  const lines = tables.map(
    ({ schema, name, rows }) =>
      `${`${schema}.${name}`.padEnd(width)} ${String(rows).padStart(12)} rows`,
  )
  const files = parts?.filter(({ name }) => name.startsWith('files/')).length
  return [...lines, ...(files === undefined ? [] : [`${files} files`])].join('\n')
}
