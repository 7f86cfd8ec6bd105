import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const CLOCK = fileURLToPath(new URL('./clock.mjs', import.meta.url))
const READY_MS = 120_000

export type Installation = {
  /** Folder of the built server. */
  folder: string
  env: NodeJS.ProcessEnv
  origin: string
}

/** Server that runs while the sample is created. Its clock can be moved. */
export class ServerProcess {
  #child: ChildProcess

  constructor(readonly installation: Installation) {
    this.#child = spawn(
      process.execPath,
      ['--import', CLOCK, join(installation.folder, 'main.js')],
      {
        env: {
          ...installation.env,
          // Requests set the address of each visitor and creator.
          TRUSTED_PROXIES: '127.0.0.1,::1',
          // The sample is created locally, whatever address the installation will have.
          HOST: 'localhost',
          // `moveClock` reaches only one process.
          CORES: '1',
          APP_ORIGIN: undefined,
          SHORT_LINK_HOST: undefined,
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    )
  }

  async ready(): Promise<void> {
    const end = Date.now() + READY_MS
    while (this.#child.exitCode === null && Date.now() < end) {
      const answer = await fetch(`${this.installation.origin}/healthz`).catch(() => undefined)
      if (answer?.ok) return
      await sleep(100)
    }
    throw new Error('The server did not start.')
  }

  /** Sets the server's clock. */
  async moveClock(to: number): Promise<void> {
    const shift = to - Date.now()
    const moved = once(this.#child, 'message')
    this.#child.send({ shift })
    await moved
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }

  /** Runs an operator command and returns its output. */
  async operator(...args: string[]): Promise<string> {
    const { folder, env } = this.installation
    const child = spawn(process.execPath, [join(folder, 'operator.js'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0) throw new Error(`${args.join(' ')}: ${output}`)
    return output
  }
}
