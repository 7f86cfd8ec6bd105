import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { APP_NAME } from '#contract/app-constants.ts'
import { ConfigError, readConfig, type Config } from './platform/config/config.ts'
import { readSecretFiles } from './platform/config/secret-files.ts'
import { createLog, type Log } from './platform/log/log.ts'
import type { FromWorker, ToWorker } from './platform/processes/messages.ts'
import { ProcessEnded } from './platform/processes/parent.ts'
import { createSiblings } from './platform/processes/siblings.ts'
import { readTask, type Task } from './platform/processes/task.ts'
import { loadSecrets } from './platform/secrets/secrets.ts'
import type { Closers } from './serve.ts'
import { start } from './start.ts'

/** Maximum time for a graceful stop. After it, the guard process stops the embedded database. */
const STOP_MS = 9500
/** Maximum time for a graceful stop of a worker process, before the parent process kills it. */
const WORKER_STOP_MS = 8000

const task = readTask(process.env)
const closers: Closers = []
let isStopping = false

async function main() {
  // A worker process inherits the secrets that the parent process has read.
  if (!task) readSecretFiles(process.env)
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
  if (task) return runWorker(task, config, log)
  const entry = fileURLToPath(import.meta.url)
  const database = await start({ config, log, env: process.env, closers, entry })
  if (!isStopping) printStart(config, database)
}

/** Runs one of several processes, until the parent process stops it or ends. */
async function runWorker({ address, serverId, ...place }: Task, config: Config, log: Log) {
  cluster.worker?.once('disconnect', () => {
    // Without this, Node would end the process before its clicks are written.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    void stop(1, log)
  })
  process.on('message', (message: ToWorker) => {
    if (message.type === 'stop') void stop(0, log)
  })
  const siblings = createSiblings(place, {
    send: (message: FromWorker) => void process.send?.(message, undefined, undefined, () => {}),
    onMessage: (handler) => void process.on('message', handler),
  })
  const secrets = loadSecrets(config.dataDir, process.env)
  const { serve } = await import('./serve.ts')
  await serve({ config, log, secrets, address, serverId, siblings }, closers)
}

/** Closes everything that was opened, last opened first, then exits. */
async function stop(code: number, log: Log) {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), task ? WORKER_STOP_MS : STOP_MS).unref()
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
  if (error instanceof ProcessEnded) log.debug('a worker process could not start')
  else if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  else log.error('the server cannot start', { error })
  await stop(1, log)
})
