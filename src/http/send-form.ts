/**
 * Creates a `fetch` function that sends a form with XMLHttpRequest, because only that reports
 * upload progress. `onProgress` gets fractions from 0 to 1.
 */
export const sendForm =
  (form: FormData, onProgress: (sent: number) => void) =>
  (input: RequestInfo | URL): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { method, url, headers, signal } = input as Request
      const call = new XMLHttpRequest()
      call.open(method, url)
      headers.forEach((value, name) => call.setRequestHeader(name, value))
      call.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total)
      })
      call.addEventListener('load', () => resolve(responseOf(call)))
      call.addEventListener('error', () => reject(new TypeError('The upload did not get through')))
      call.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
      signal.addEventListener('abort', () => call.abort())
      call.send(form)
    })

function responseOf(call: XMLHttpRequest): Response {
  const lines = call.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = lines
    .map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    .filter(([name]) => name !== '')
  const { status, statusText, responseText } = call
  return new Response(responseText === '' ? null : responseText, { status, statusText, headers })
}
