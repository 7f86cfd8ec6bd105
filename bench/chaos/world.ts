import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../server/platform/db/sql.ts'
import { connect } from '../../server/platform/db/client.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import { startProcess, type Process } from '#support/server/processes/process.ts'
import { totals, untilCounted, type Totals } from '../support/stored-links.ts'

/** Row of the result table. The run fails if `held` is false for any row. */
export type Finding = {
  fault: string
  done: string
  mustHold: string
  measured: string
  held: boolean
}

/** Folders, servers and databases of one fault. `close` removes all of them. */
export class World {
  readonly #closers: (() => Promise<unknown> | void)[] = []

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'split-chaos-'))
    // When run as root, the database uses another account, which needs access.
    chmodSync(folder, 0o755)
    this.onClose(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  /** Creates a folder for another machine, with the secrets and pictures of the first one. */
  folderBeside(first: string): string {
    const folder = this.folder()
    loadSecrets(first)
    mkdirSync(join(first, 'media'), { recursive: true })
    copyFileSync(join(first, 'secrets.json'), join(folder, 'secrets.json'))
    symlinkSync(join(first, 'media'), join(folder, 'media'))
    return folder
  }

  /** Starts a built server, or an edge with the script `edge.js`. */
  async server(
    env: Record<string, string>,
    folder = 'dist/server',
    script: 'main.js' | 'edge.js' = 'main.js',
  ): Promise<Process> {
    const server = await startProcess({
      folder,
      script,
      env: {
        HOST: '127.0.0.1',
        TRUSTED_PROXIES: '127.0.0.1',
        ALLOW_PRIVATE_FETCH: '1',
        LOG_LEVEL: 'warn',
        ...env,
      },
    })
    this.onClose(() => server.end())
    await server.ready()
    return server
  }

  onClose(closer: () => Promise<unknown> | void) {
    this.#closers.push(closer)
  }

  async close() {
    for (const closer of this.#closers.toReversed()) await closer()
  }
}

export const portOf = ({ origin }: Pick<Process, 'origin'>) => Number(new URL(origin).port)

/** Waits until `isSo` is true. Returns the seconds, or null after `patience` seconds. */
export async function secondsUntil(
  isSo: () => Promise<boolean>,
  patience = 60,
): Promise<number | null> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  while (seconds() < patience) {
    if (await isSo().catch(() => false)) return seconds()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return null
}

export const isHealthy = async ({ origin }: Pick<Process, 'origin'>) =>
  (await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3000) })).ok

/** Returns whether the process still runs. */
export function isRunning({ pid }: Pick<Process, 'pid'>): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Waits until all stored clicks are counted, and returns the totals of all three tables. */
export async function countedClicks(address: Parameters<typeof connect>[0]): Promise<Totals> {
  return withSql(address, async (sql) => {
    await untilCounted(sql)
    return totals(sql)
  })
}

export async function withSql<Result>(
  address: Parameters<typeof connect>[0],
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const { sql } = connect(address, { max: 1 })
  return work(sql).finally(() => sql.end())
}

export const totalsAgree = ({ counted, events, hours }: Totals) =>
  counted === events && events === hours

export const formatSeconds = (seconds: number | null) =>
  seconds === null ? 'never' : `${seconds.toFixed(1)} s`
