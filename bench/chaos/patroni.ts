import { installedProgram } from '../../scripts/programs.mjs'
import { DatabaseMachine } from '#support/server/machine/database-machine.ts'
import { findDebianPostgres } from '#support/server/machine/debians-postgres.ts'
import { secondsUntil, withSql, type World } from './world.ts'

const PATIENCE_SECONDS = 120

/** Returns the names of missing programs. */
export function missingForPatroni(): string[] {
  const programs = ['etcd', 'patroni'].filter((name) => installedProgram([name]) === undefined)
  return findDebianPostgres() === undefined ? [...programs, 'PostgreSQL'] : programs
}

/** Three machines as in deploy/README.md, section 9. The first one has no database. */
export class PatroniCluster {
  readonly #machines: DatabaseMachine[]
  #killed: DatabaseMachine | undefined

  private constructor(machines: DatabaseMachine[]) {
    this.#machines = machines
  }

  /** Starts the cluster. Returns when one node leads and the other is a synchronous standby. */
  static async start(world: World, [first, second, third]: [string, string, string]) {
    const names = { e1: first, e2: second, e3: third, n1: second, n2: third }
    const machine = (etcdName: string, node?: string) =>
      new DatabaseMachine({
        folder: world.folder(),
        names,
        etcdName,
        ...(node === undefined ? {} : { node }),
      })
    const cluster = new PatroniCluster([machine('e1'), machine('e2', 'n1'), machine('e3', 'n2')])
    for (const one of cluster.#machines) {
      world.onClose(() => one.powerOff())
      one.start()
    }
    if ((await cluster.#secondsUntilSynchronous()) === null)
      throw new Error(`No leader with a synchronous standby: ${cluster.#lastWords()}`)
    await cluster.#makeDatabase()
    return cluster
  }

  #lastWords = () =>
    [
      ...this.#machines.map((machine) => machine.lastLogLines('etcd')),
      ...this.#nodes.map((machine) => machine.lastLogLines('patroni')),
    ].join('\n')

  get #nodes() {
    return this.#machines.slice(1)
  }

  /** Waits for a leader with a synchronous standby. */
  #secondsUntilSynchronous = () =>
    secondsUntil(async () => {
      const leader = await this.#node('primary')
      const standby = await this.#node('synchronous')
      // Directly after a promotion a node may still report its old role.
      return leader !== undefined && standby !== undefined && leader !== standby
    }, PATIENCE_SECONDS)

  async #node(role: 'primary' | 'synchronous'): Promise<DatabaseMachine | undefined> {
    for (const machine of this.#nodes) if (await machine.is(role)) return machine
    return undefined
  }

  /** Creates role and database as deploy/README.md describes. */
  async #makeDatabase() {
    await withSql(addressOf(await this.#node('primary'), 'postgres'), async (sql) => {
      await sql`create role split login password 'choose-one'`
      await sql`create database split owner split encoding UTF8 template template0`
    })
  }

  /** Host and port of both nodes, for the proxy. */
  get places(): [string, string] {
    const [first, second] = this.#nodes.map(({ host }) => `${host}:5432`)
    return [first ?? '', second ?? '']
  }

  /** Kills Patroni, PostgreSQL and etcd on the leader's machine at once. */
  async killLeader() {
    this.#killed = await this.#node('primary')
    if (!this.#killed) throw new Error('there is no leader')
    await this.#killed.powerOff()
  }

  secondsUntilLed = () =>
    secondsUntil(async () => (await this.#node('primary')) !== undefined, PATIENCE_SECONDS)

  /** Starts the killed machine. Returns the seconds until it is a synchronous standby, or null. */
  bringBack() {
    this.#killed?.start()
    return this.#secondsUntilSynchronous()
  }

  /** Returns the number of links on the leader and on the standby. */
  linksOnBoth = () =>
    Promise.all(
      (['primary', 'synchronous'] as const).map(async (role) => {
        const address = addressOf(await this.#node(role), 'split')
        const [row] = await withSql(
          address,
          (sql) => sql<{ links: number }[]>`select count(*)::int as links from links`,
        )
        return row?.links
      }),
    )
}

const addressOf = (machine: DatabaseMachine | undefined, database: string) => ({
  url: `postgresql://postgres:choose-one@${machine?.host}:5432/${database}`,
})
