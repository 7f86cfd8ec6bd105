import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../../server/platform/db/sql.ts'
import { connect } from '../../server/platform/db/client.ts'
import { loadSecrets } from '../../server/platform/secrets/secrets.ts'
import { startProcess, type Process } from '#support/server/processes/process.ts'
import { totals, untilCounted, type Totals } from '../support/stored-links.ts'

/** One line of the table. `held` is what makes the run pass or fail. */
export type Finding = {
  fault: string
  done: string
  mustHold: string
  measured: string
  held: boolean
}

/** What a fault is tried on: folders, servers and databases. All of it is gone afterwards. */
export class World {
  readonly #closers: (() => Promise<unknown> | void)[] = []

  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'split-chaos-'))
    // As root the database runs as another account, which has to get in.
    chmodSync(folder, 0o755)
    this.onClose(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  /** Another machine's: the secrets and pictures of the first, and all else of its own. */
  folderBeside(first: string): string {
    const folder = this.folder()
    loadSecrets(first)
    mkdirSync(join(first, 'media'), { recursive: true })
    copyFileSync(join(first, 'secrets.json'), join(folder, 'secrets.json'))
    symlinkSync(join(first, 'media'), join(folder, 'media'))
    return folder
  }

  /** A built server, as its users start it. */
  async server(env: Record<string, string>, folder = 'dist/server'): Promise<Process> {
    const server = await startProcess({
      folder,
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

/** Seconds until `isSo`, or null after `patience` of them. */
export async function secondsUntil(
  isSo: () => Promise<boolean>,
  patience = 60,
): Promise<number | null> {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  while (seconds() < patience) {
    if (await isSo().catch(() => false)) return seconds()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return null
}

export const isWell = async ({ origin }: Pick<Process, 'origin'>) =>
  (await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3000) })).ok

/** Has it ended, though nobody asked it to? */
export function isRunning({ pid }: Pick<Process, 'pid'>): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The three places where clicks are counted, when all that was written down is counted. */
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

export const agree = ({ counted, events, hours }: Totals) => counted === events && events === hours

export const shown = (seconds: number | null) =>
  seconds === null ? 'never' : `${seconds.toFixed(1)} s`
