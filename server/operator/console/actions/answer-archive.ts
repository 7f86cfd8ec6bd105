import type { ConsoleContext } from '../frame/console-session.ts'
import type { ActionArchive } from './console-action.ts'

/** Answers with a ZIP file that is sent while it is written. Ends it if the browser goes away. */
export function answerArchive(c: ConsoleContext, { name, write }: ActionArchive): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  void send(writable, write, c.req.raw.signal).catch((error: unknown) =>
    c.var.deps.log.warn('could not write the data of a user', { error }),
  )
  c.header('Content-Type', 'application/zip')
  c.header('Content-Disposition', `attachment; filename="${name}.zip"`)
  return c.body(readable)
}

async function send(
  writable: WritableStream<Uint8Array>,
  write: ActionArchive['write'],
  signal: AbortSignal,
): Promise<void> {
  const writer = writable.getWriter()
  try {
    await write({ signal, write: (bytes) => writer.write(bytes) })
    await writer.close()
  } catch (error) {
    // An incomplete file must not look complete.
    await writer.abort(error)
    throw error
  }
}
