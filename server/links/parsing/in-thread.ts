import type { Worker } from 'node:worker_threads'
import { FieldError } from '../../platform/http/errors.ts'
import { startThread } from './start-thread.ts'
import type { Answers, FromThread, Task } from './tasks.ts'

/**
 * Error if the thread was stopped during this task, because it took too long or too much memory.
 */
export class ParsingEnded extends Error {
  constructor(readonly why: 'time' | 'memory') {
    super(`parsing ended: out of ${why}`)
  }
}

type PendingTask = {
  task: Task
  ms: number
  resolve: (value: never) => void
  reject: (error: Error) => void
}

const FORGET_MS = 10_000

/**
 * Worker thread that runs one task at a time. If it is stopped, a new thread continues with the
 * remaining tasks.
 */
export class ParsingThread {
  readonly #entry: URL | undefined
  readonly #waiting: PendingTask[] = []
  #current: PendingTask | undefined
  #worker: Worker | undefined
  #isReady = false
  #deadline: NodeJS.Timeout | undefined
  #requestId = 0
  #hasStopped = false

  constructor(entry?: URL) {
    this.#entry = entry
  }

  ask<Type extends Task['type']>(
    task: Extract<Task, { type: Type }>,
    ms: number,
  ): Promise<Answers[Type]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, ms, resolve, reject })
      this.#next()
    })
  }

  /** Removes a file from the thread's memory. Without a running thread there is nothing to do. */
  forget(id: number) {
    if (this.#worker) this.ask({ type: 'forget', id }, FORGET_MS).catch(() => {})
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#hasStopped = true
    this.#end(new Error('parsing has stopped'))
    await worker?.terminate()
  }

  #next() {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    if (this.#hasStopped) return this.#end(new Error('parsing has stopped'))
    this.#worker ??= this.#start()
    if (this.#isReady) this.#send()
  }

  #start(): Worker {
    const worker = startThread(this.#entry)
    const isOurs = () => this.#worker === worker
    this.#isReady = false
    worker.unref()
    worker.on('message', (message: FromThread) => isOurs() && this.#hear(message))
    worker.on('error', (error) => isOurs() && this.#end(causeOf(error)))
    worker.on('exit', () => isOurs() && this.#end(new ParsingEnded('memory')))
    return worker
  }

  #send() {
    const { task, ms } = this.#current ?? {}
    this.#requestId += 1
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#worker?.postMessage({ requestId: this.#requestId, task })
    this.#deadline = setTimeout(() => this.#end(new ParsingEnded('time')), ms)
    this.#deadline.unref()
  }

  #hear(message: FromThread) {
    if (message.type === 'ready') {
      this.#isReady = true
      if (this.#current) this.#send()
      return
    }
    if (message.requestId !== this.#requestId) return
    if (message.type === 'answer') this.#settle((step) => step.resolve(message.value as never))
    else if (message.type === 'refused')
      this.#settle((step) => step.reject(new FieldError('file', message.message)))
    else this.#settle((step) => step.reject(message.error))
  }

  #end(error: Error) {
    const worker = this.#worker
    this.#worker = undefined
    void worker?.terminate()
    this.#settle((step) => step.reject(error))
  }

  #settle(settle: (step: PendingTask) => void) {
    clearTimeout(this.#deadline)
    const step = this.#current
    this.#current = undefined
    if (step) settle(step)
    this.#next()
  }
}

const causeOf = (error: Error) =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ParsingEnded('memory') : error
