import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './test-app.ts'

const root = process.cwd()

export type Process = Awaited<ReturnType<typeof startProcess>>

type Options = {
  env?: Record<string, string>
  /** Flags of node itself. */
  flags?: string[]
  /** A copy of the project to run from. */
  folder?: string
  script?: string
  args?: string[]
}

/** The server as its users run it: a process, with nothing but its environment to tell it things. */
export async function startProcess({ env = {}, flags = [], ...options }: Options) {
  const { folder = root, script = 'server/main.ts', args = [] } = options
  const port = env['PORT'] ?? String(await freePort())
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', ...flags, join(folder, script), ...args],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        TSX_TSCONFIG_PATH: join(root, 'server/tsconfig.json'),
        PORT: port,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const closed = once(child, 'close') as Promise<[number | null]>
  const origin = `http://localhost:${port}`

  /** Resolves with the exit code. */
  const exit = async () => (await closed)[0]

  /** Waits for the first good answer of /healthz. */
  async function ready() {
    for (let tries = 0; tries < 600; tries += 1) {
      if (child.exitCode !== null) throw new Error(`ended: ${output.out}${output.err}`)
      const response = await fetch(`${origin}/healthz`).catch(() => undefined)
      if (response?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no answer: ${output.out}${output.err}`)
  }

  return {
    origin,
    output,
    pid: child.pid ?? 0,
    exit,
    ready,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Whatever state it is in; for the end of a test. */
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await closed
    },
  }
}

/** Runs to its end. */
export async function runProcess(options: Options) {
  const child = await startProcess(options)
  return { code: await child.exit(), ...child.output }
}
