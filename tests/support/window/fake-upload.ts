import { vi } from 'vitest'

/** XMLHttpRequest that the test answers. */
export class FakeUpload extends EventTarget {
  static #waiting: FakeUpload[] = []

  /** Waits for the next request. */
  static async next(): Promise<FakeUpload> {
    await vi.waitUntil(() => FakeUpload.#waiting.length > 0)
    return FakeUpload.#waiting.shift() as FakeUpload
  }

  readonly upload = new EventTarget()
  readonly headers = new Headers()
  method = ''
  url = ''
  form: FormData | undefined
  aborted = false
  status = 0
  statusText = ''
  responseText = ''

  open(method: string, url: string) {
    this.method = method
    this.url = url
  }

  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }

  getAllResponseHeaders = () => 'content-type: application/json\r\n'

  send(form: FormData) {
    this.form = form
    FakeUpload.#waiting.push(this)
  }

  abort() {
    this.aborted = true
    this.dispatchEvent(new Event('abort'))
  }

  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }

  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }

  fail() {
    this.dispatchEvent(new Event('error'))
  }
}
