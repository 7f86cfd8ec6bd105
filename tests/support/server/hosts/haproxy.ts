import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { freePort } from '../test-app.ts'

/** Path of the program, or undefined if it is not installed. */
export const haproxyProgram: string | undefined =
  process.env['HAPROXY'] ?? installedProgram(['haproxy'], ['/usr/sbin/haproxy'])

export type Haproxy = {
  origin: string
  /** Port that leads to the leading database. */
  databasePort: number
  /** Port that reports whether both servers are up. */
  readyPort: number
  /** Returns whether HAProxy considers both servers up. */
  bothRun(): Promise<boolean>
  stop(): Promise<void>
}

const NOWHERE = '127.0.0.1:1'

/**
 * Starts HAProxy with `deploy/haproxy.cfg`, in front of two servers and two databases on this
 * machine.
 */
export async function startHaproxy(
  ports: [string, string],
  databases: [string, string] = [NOWHERE, NOWHERE],
  file = 'deploy/haproxy.cfg',
): Promise<Haproxy> {
  const [web, ready, database] = [await freePort(), await freePort(), await freePort()]
  const child = spawn(haproxyProgram ?? 'haproxy', ['-db', '-f', file], {
    env: {
      ...process.env,
      SPLIT_BIND: `127.0.0.1:${web}`,
      SPLIT_READY_BIND: `127.0.0.1:${ready}`,
      SPLIT_DB_BIND: `127.0.0.1:${database}`,
      SPLIT_APP1: `127.0.0.1:${ports[0]}`,
      SPLIT_APP2: `127.0.0.1:${ports[1]}`,
      SPLIT_DB1: databases[0],
      SPLIT_DB2: databases[1],
    },
    stdio: 'ignore',
  })
  const killIt = () => child.kill('SIGKILL')
  process.once('exit', killIt)
  const closed = once(child, 'exit').then(() => process.off('exit', killIt))
  return {
    origin: `http://127.0.0.1:${web}`,
    databasePort: database,
    readyPort: ready,
    bothRun: async () => {
      const answer = await fetch(`http://127.0.0.1:${ready}/`).catch(() => undefined)
      await answer?.text()
      return answer?.status === 200
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}
