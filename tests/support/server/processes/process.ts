import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { builtServer } from './built-server.ts'
import { reachableAt } from '../hosts/requests.ts'
import { freePort } from '../test-app.ts'

export type Process = Awaited<ReturnType<typeof startProcess>>

type Options = {
  env?: Record<string, string>
  /** Folder of another build of the server. */
  folder?: string
  script?: 'main.js' | 'operator.js' | 'edge.js'
  args?: string[]
}

/** Starts the server as a process, configured only by its environment. */
export async function startProcess({ env = {}, ...options }: Options) {
  const { folder = builtServer(), script = 'main.js', args = [] } = options
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    env: { PATH: process.env['PATH'], PORT: port, CORES: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Kill it at the latest when the test run ends: a test that timed out may start a process after
  // its clean-up.
  const killIt = () => child.kill('SIGKILL')
  process.once('exit', killIt)
  child.once('exit', () => process.off('exit', killIt))
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  const origin = `http://localhost:${port}`

  /** Resolves with the exit code. */
  const exit = async () => (await closed)[0]

  /** Waits until the process reports that it is running and answers requests. */
  async function ready() {
    for (let tries = 0; tries < 2400; tries += 1) {
      if (child.exitCode !== null) throw new Error(`ended: ${output.out}${output.err}`)
      const running = output.out.includes('is running at')
      const response = running && (await fetch(`${origin}/healthz`).catch(() => undefined))
      if (response && response.ok) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`no answer: ${output.out}${output.err}`)
  }

  return {
    origin,
    ...reachableAt(origin),
    output,
    pid: child.pid ?? 0,
    exit,
    ready,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Ends the process in any state, at the end of a test. */
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await closed
    },
  }
}

/** Starts the server as a process and waits until it answers requests. */
export async function startReadyProcess(options: Options): Promise<Process> {
  const running = await startProcess(options)
  await running.ready()
  return running
}

/** Runs the process to its end. */
export async function runProcess(options: Options) {
  const child = await startProcess(options)
  return { code: await child.exit(), ...child.output }
}
