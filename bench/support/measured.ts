import { sendLoad } from './http-load.ts'
import type { ServerProcess } from './server-process.ts'
import { hasWrk, mainHost, prefixOf, wrk, type LoadTarget, type Load } from './wrk.ts'

export const LOAD_TOOL = hasWrk() ? 'wrk' : 'own load generator'

export type Measured = Load & { cpuMicros: number }

/** `cpus` are the cores of the load generator, as `taskset` names them; only used with wrk. */
type Options = { connections: number; seconds: number; cpus?: string }

/** Sends as many requests as the server can answer. Returns their rate and the CPU time of one. */
export async function measure(
  server: ServerProcess,
  asked: LoadTarget,
  options: Options,
): Promise<Measured> {
  const before = server.cpuMs()
  const load = await (LOAD_TOOL === 'wrk' ? wrk : ownLoad)(server.origin, asked, options)
  const cpuMicros = ((server.cpuMs() - before) * 1000) / (load.perSecond * options.seconds)
  return { ...load, cpuMicros }
}

async function ownLoad(
  origin: string,
  asked: LoadTarget,
  { connections, seconds }: Options,
): Promise<Load> {
  const end = Date.now() + seconds * 1000
  const main = mainHost(origin)
  const { count, times } = await sendLoad({
    port: Number(new URL(origin).port),
    connections,
    path: (n) => pathOf(asked, n),
    host: (n) => ('domains' in asked ? `links.d${pick(asked.domains, n)}.example` : main),
    isOver: () => Date.now() > end,
  })
  const p99Ms = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN
  return { perSecond: count / seconds, p99Ms }
}

const pick = (many: number, n: number) => 1 + ((n * 7919) % many)

function pathOf(asked: LoadTarget, n: number): string {
  if ('path' in asked) return asked.path
  return 'domains' in asked ? '/lamp' : `/s/${prefixOf(asked)}${pick(asked.codes, n)}`
}
