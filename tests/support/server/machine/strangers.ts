import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { vi } from 'vitest'
import { askByTls, caddyProgram, startCaddy, type Caddy } from '../hosts/caddy.ts'
import { haproxyProgram, startHaproxy, type Haproxy } from '../hosts/haproxy.ts'
import { freePort } from '../test-app.ts'
import { onClient } from './database-queries.ts'
import { DatabaseMachine, type Names } from './database-machine.ts'
import type { DebianCluster } from './debians-cluster.ts'
import type { Machine } from './machine.ts'

const PATIENCE = { timeout: 90_000, interval: 100 }

/** Services beside Split, started with the files that the page has installed on the machine. */
export class OtherServices {
  readonly #machine: Machine
  readonly #port: number
  readonly #databases: DatabaseMachine[]
  proxy: Haproxy | undefined
  #caddy: Caddy | undefined

  /** `port`: the port of Split. */
  constructor(machine: Machine, port: number, cluster: DebianCluster | undefined) {
    this.#machine = machine
    this.#port = port
    this.#databases = databaseMachines(machine)
    machine.services = {
      ...(caddyProgram === undefined ? {} : { caddy: () => this.#startCaddy() }),
      ...(haproxyProgram === undefined ? {} : { haproxy: () => this.#startHaproxy() }),
      ...(cluster === undefined ? {} : { postgresql: () => cluster.restart() }),
    }
  }

  /** Sets up the three machines of section 9, all on this one. */
  setUpDatabases() {
    const [, first] = this.#databases
    this.#machine.services = {
      ...this.#machine.services,
      etcd: () =>
        this.#databases.forEach((one) => one.startEtcd(this.#machine.path('etc/default/etcd'))),
      patroni: () => first?.startPatroni(this.#machine.path('etc/patroni/config.yml')),
    }
  }

  /** Sets the addresses of these machines. */
  setMachineNames() {
    const path = this.#machine.path('etc/patroni/config.yml')
    writeFileSync(path, this.#databases[1]?.patroniText(path) ?? '')
  }

  untilLed = () => vi.waitUntil(() => this.#databases[1]?.is('primary'), PATIENCE)

  /** Environment variables with which `psql` reaches the leader. */
  get leaderEnv(): Record<string, string> {
    return { PGHOST: this.#databases[1]?.folder ?? '', PGPORT: '5432' }
  }

  /** Waits until HAProxy has checked both databases. Before, it may take either for the leader. */
  async untilProxyKnows(url: string) {
    for (let times = 0; times < 3; times += 1) await vi.waitUntil(() => isLed(url), PATIENCE)
  }

  async #startHaproxy() {
    await this.proxy?.stop()
    const app = String(this.#port)
    const settings = this.#dropIn('haproxy')
    const apps = settings.match(/(?<=SPLIT_APP\d=)10\.0\.0\.\d:8080/g)
    if (apps?.length !== 2) throw new Error(`expected two servers: ${settings}`)
    const [one = '', other = ''] = this.#databases.slice(1).map(({ host }) => `${host}:5432`)
    const file = this.#machine.path('etc/haproxy/haproxy.cfg')
    this.proxy = await startHaproxy([app, app], [one, other], file)
  }

  /**
   * Starts Caddy with a host of its settings, in front of Split or, if so configured, of HAProxy.
   */
  async #startCaddy() {
    await this.#caddy?.stop()
    const settings = this.#dropIn('caddy')
    const [, hosts = ''] = /"SPLIT_HOSTS=([^"]*)"/.exec(settings) ?? []
    const tlsPort = await freePort()
    const origin = settings.includes('SPLIT_PORT=8000') ? this.proxy?.origin : undefined
    const splitPort = origin === undefined ? this.#port : Number(new URL(origin).port)
    const [host = ''] = hosts.split(', ')
    const httpPort = await freePort()
    const file = this.#machine.path('etc/caddy/Caddyfile')
    const caddy = await startCaddy({ hosts: hosts.split(', '), tlsPort, httpPort, splitPort, file })
    this.#caddy = caddy
    // At first it has no certificate yet.
    const isServed = () =>
      askByTls({ ca: caddy.ca, port: tlsPort }, host, '/livez').then(
        ({ status }) => status === 200,
        () => false,
      )
    await vi.waitUntil(isServed, PATIENCE)
  }

  #dropIn = (service: string) =>
    readFileSync(this.#machine.path(`etc/systemd/system/${service}.service.d/split.conf`), 'utf8')

  async stop() {
    await this.#caddy?.stop()
    await this.proxy?.stop()
    for (const one of this.#databases) await one.powerOff()
  }
}

/**
 * Creates three machines at otherwise unused addresses, so that they can use the ports of the page.
 */
function databaseMachines(machine: Machine): DatabaseMachine[] {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const [first, second, third] = [1, 2, 3].map((n) => `${network}.${n}`) as [string, string, string]
  const names: Names = { e1: first, e2: second, e3: third, n1: second, n2: third }
  return ['e1', 'e2', 'e3'].map((etcdName, n) => {
    const folder = machine.path(etcdName)
    mkdirSync(folder)
    return new DatabaseMachine({ folder, names, etcdName, ...(n === 0 ? {} : { node: `n${n}` }) })
  })
}

const isLed = (url: string): Promise<boolean> =>
  onClient({ url }, async (client) => {
    const { rows } = await client.query<{ leads: boolean }>(
      'select not pg_is_in_recovery() as leads',
    )
    return rows[0]?.leads ?? false
  }).catch(() => false)
