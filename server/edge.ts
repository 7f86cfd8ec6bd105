import { APP_NAME } from '#contract/app-constants.ts'
import { edgeSettings } from './platform/config/config-edge.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { readSecretFiles } from './platform/config/secret-files.ts'
import { createLog, type Log } from './platform/log/log.ts'
import { startEdge } from './start-edge.ts'

/** Maximum time for a graceful stop. */
const STOP_MS = 9500

const closers: (() => Promise<void>)[] = []
let isStopping = false

async function main() {
  readSecretFiles(process.env)
  const config = readConfig(process.env)
  const settings = edgeSettings(process.env)
  const log = createLog(config.logLevel)
  process.once('SIGTERM', () => void stop(0, log))
  process.once('SIGINT', () => void stop(0, log))
  process.on('uncaughtException', (error) => {
    log.error('stopping after an uncaught error', { error })
    void stop(1, log)
  })
  await startEdge(config, settings, log, closers)
  if (!isStopping)
    process.stdout.write(
      `${APP_NAME} ${config.version}: the edge ${settings.name} is running at port ${config.port}\nIts origin is ${settings.origin}\n`,
    )
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

main().catch(async (error: unknown) => {
  const log = createLog('error', false)
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error('the edge cannot start', { error })
  await stop(1, log)
})
