import { APP_NAME } from '#contract/app-constants.ts'
import { ConfigError, readConfig, type Config } from './platform/config/config.ts'
import { readSecretFiles } from './platform/config/secret-files.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { start } from './start.ts'

/** Maximum time for a graceful stop. After it, the guard process stops the embedded database. */
const STOP_MS = 9500

const closers: (() => Promise<void>)[] = []
let isStopping = false

async function main() {
  readSecretFiles(process.env)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  process.once('SIGTERM', () => void stop(0, log))
  process.once('SIGINT', () => void stop(0, log))
  // oxlint-disable-next-line no-console -- the job queue prints there why a worker ended, beside logging it
  console.trace = (error: unknown) => log.debug('jobs: a worker ended', { error })
  process.on('uncaughtException', (error) => {
    log.error('stopping after an uncaught error', { error })
    void stop(1, log)
  })
  const database = await start(config, log, process.env, closers)
  if (!isStopping) printStart(config, database)
}

/** Closes everything that was opened, last opened first, then exits. */
async function stop(code: number, log: Log) {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), STOP_MS).unref()
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => log.error('could not close cleanly', { error }))
  }
  process.exit(code)
}

function printStart({ appOrigin, shortLinkHost, dataDir, version }: Config, database: string) {
  const lines = [
    `${APP_NAME} ${version} is running at ${appOrigin}`,
    `Short links begin with ${shortLinkHost}`,
    `Data is kept in ${dataDir}, the database in ${database}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

main().catch(async (error: unknown) => {
  const log = createLog('error', false)
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error('the server cannot start', { error })
  await stop(1, log)
})
