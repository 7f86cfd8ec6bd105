import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The built server in its own process, with a free port and its own data folder. */
export class RunningServer {
  #child: ChildProcess | undefined
  #output = ''

  private constructor(
    readonly port: number,
    readonly dataDir: string,
    readonly env: Record<string, string>,
  ) {}

  get origin() {
    return `http://localhost:${this.port}`
  }

  static async start(env: Record<string, string> = {}): Promise<RunningServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'split-e2e-'))
    const server = new RunningServer(await freePort(), dataDir, env)
    await server.up()
    return server
  }

  /** Starts or restarts the process and waits until it answers. */
  async up(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        ALLOW_PRIVATE_FETCH: '1',
        LOG_LEVEL: 'warn',
        ...this.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    this.#child = child
    await this.#answers(child)
  }

  async #answers(child: ChildProcess) {
    for (let tries = 0; tries < 600; tries++) {
      if (child.exitCode !== null) throw new Error(`The server ended:\n${this.#output}`)
      const ok = await fetch(`${this.origin}/healthz`).then(
        (response) => response.ok,
        () => false,
      )
      if (ok) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`The server never answered:\n${this.#output}`)
  }

  /** Runs an operator command on this server's data. */
  async operator(...args: string[]) {
    const child = spawn(process.execPath, ['dist/server/operator.js', ...args], {
      env: { ...process.env, DATA_DIR: this.dataDir, PORT: String(this.port), ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`operator ${args.join(' ')} failed:\n${output}`)
    return output
  }

  /** Applies this content file, as an operator does. */
  async applyContent(yaml: string) {
    const file = join(this.dataDir, 'content.yaml')
    await writeFile(file, yaml)
    await this.operator('content', 'apply', file)
  }

  /** Stops the process and keeps its data. The app sees a network failure. */
  async down() {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGTERM')
    await closed
  }

  /** Suspends the process. It accepts connections but answers nothing, like a dead network. */
  freeze() {
    this.#child?.kill('SIGSTOP')
  }

  thaw() {
    this.#child?.kill('SIGCONT')
  }

  async remove() {
    await this.down()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

/**
 * Returns a free port below the range for outgoing connections. A port in that range could be taken
 * between this check and the start of the server.
 */
async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const probe = createServer()
  const isFree = once(probe.listen(port), 'listening').then(
    () => true,
    () => false,
  )
  if (!(await isFree)) return freePort()
  probe.close()
  await once(probe, 'close')
  return port
}
