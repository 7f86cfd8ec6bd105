import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export { freePort } from '#support/server/free-port.ts'

export type ServerProcess = {
  origin: string
  /** Returns the CPU time used so far in milliseconds. */
  cpuMs(): number
  memoryMb(): number
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Starts the built server. BENCH_ENTRY=server/main.ts runs the sources instead. */
export function startServer(
  dataDir: string,
  port: number,
  { processes = 1, cpus }: { processes?: number; cpus?: string } = {},
): Promise<ServerProcess> {
  const entry = process.env['BENCH_ENTRY'] ?? 'dist/server/main.js'
  if (!existsSync(entry)) throw new Error(`${entry} is missing. Run: npm run build`)
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : []
  const command = [process.execPath, ...loader, entry]
  return start(cpus ? ['taskset', '-c', cpus, ...command] : command, port, '/healthz', {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    CORES: String(processes),
  })
}

export const startBareServer = (port: number) =>
  start([process.execPath, 'bench/support/bare-server.mjs'], port, '/', {})

/**
 * Starts a minimal server of event streams, with a call that sends a message to all or one of them.
 */
export const startBareStream = (port: number) =>
  start([process.execPath, 'bench/support/bare-stream.mjs'], port, '/', {})

/** Starts a minimal server that answers every request with this page. */
export const startBarePage = (port: number, page: string, headers: Record<string, string>) =>
  start([process.execPath, 'bench/support/bare-page.mjs'], port, '/', {
    PAGE: page,
    HEADERS: JSON.stringify(headers),
  })

async function start(
  [program = '', ...args]: string[],
  port: number,
  probe: string,
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  const { pid } = child
  if (pid === undefined) throw new Error('The server process did not start')
  await untilAnswers(origin + probe, () => child.exitCode !== null)
  return {
    origin,
    cpuMs: () => sumOf(serverPids(pid), cpuMs),
    memoryMb: () => sumOf(serverPids(pid), memoryMb),
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'exit')
      child.kill(signal)
      await closed
    },
  }
}

async function untilAnswers(url: string, hasEnded: () => boolean) {
  for (let tries = 0; tries < 600; tries++) {
    if (hasEnded()) throw new Error('The server ended before it answered')
    const answered = await fetch(url, { redirect: 'manual' }).then(
      ({ status }) => status < 400,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
  throw new Error(`No answer from ${url}`)
}

const sumOf = (pids: number[], valueOf: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + valueOf(pid), 0)

/** Returns the ids of this process and of its worker processes, without those of the database. */
function serverPids(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  const isNode = (child: number) => read(`/proc/${child}/cmdline`).startsWith(process.execPath)
  return [pid, ...children.filter(isNode)]
}

/** Linux counts in hundredths of a second. On other systems the column stays empty. */
function cpuMs(pid: number): number {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024
}

const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
