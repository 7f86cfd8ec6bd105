import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

type Child = ChildProcessByStdio<null, Readable, Readable>

/** Maximum start time of a browser on a busy machine. */
const START_MS = 60_000

/** Processes of one browser and a temporary home folder. */
export class Processes {
  readonly #children: Child[] = []

  private constructor(readonly home: string) {}

  /** Launches a browser in a new home folder. Ends its processes if the launch fails. */
  static async launch<T>(launch: (processes: Processes) => Promise<T>): Promise<T> {
    const processes = new Processes(await mkdtemp(join(tmpdir(), 'split-engine-')))
    try {
      return await launch(processes)
    } catch (error) {
      await processes.end()
      throw error
    }
  }

  /** Starts a program without waiting until it is ready. */
  run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Child {
    const child = spawn(program, args, {
      env: { ...process.env, HOME: this.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    // The output may have no reader, and a full pipe would block the program.
    child.stdout.resume()
    child.stderr.resume()
    this.#children.push(child)
    return child
  }

  /** Starts a program and returns the part of its output that `pattern` captures. */
  start(program: string, args: string[], pattern: RegExp): Promise<string> {
    const child = this.run(program, args)
    return new Promise<string>((resolve, reject) => {
      let output = ''
      const fail = (why: string) => reject(new Error(`${program} ${why}:\n${output}`))
      const late = setTimeout(() => fail('did not start in time'), START_MS)
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        const [, found] = pattern.exec(output) ?? []
        if (found === undefined) return
        clearTimeout(late)
        resolve(found)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.on('error', ({ message }) => fail(message))
      child.on('exit', (code) => fail(`ended with ${code}`))
    })
  }

  /** Ends the processes, the last one first, and deletes the home folder. */
  async end() {
    for (const child of this.#children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    await rm(this.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
