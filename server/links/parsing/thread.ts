import { parentPort } from 'node:worker_threads'
import { FieldError } from '../../platform/http/errors.ts'
import { decodePage } from './decode-page.ts'
import { parseMetadata } from '../extraction/parse-metadata.ts'
import { parseForeignPage } from '../foreign-pages/parse-foreign-page.ts'
import { OpenReport, type RawReport } from '../network-reports/open-report.ts'
import { OpenFile } from './open-file.ts'
import type { Answer, FromThread, RawFile, Task, ToThread } from './tasks.ts'

/**
 * Files that are open in this worker thread. It parses untrusted content without blocking the main
 * thread.
 */
const files = new Map<number, OpenFile>()
const reports = new Map<number, OpenReport>()

const send = (message: FromThread, transfer: ArrayBuffer[] = []) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', (message: ToThread) => void answer(message))
send({ type: 'ready' })

async function answer({ requestId, task }: ToThread) {
  try {
    const value = await runTask(task)
    send({ type: 'answer', requestId, value }, transferable(value))
  } catch (error) {
    if (error instanceof FieldError) send({ type: 'refused', requestId, message: error.message })
    else send({ type: 'failed', requestId, error: error as Error })
  }
}

/** Returns the buffers to transfer instead of copying. */
const transferable = (value: Answer) =>
  value !== null && typeof value === 'object' && 'bytes' in value ? [value.bytes.buffer] : []

async function runTask(task: Task): Promise<Answer> {
  switch (task.type) {
    case 'page': {
      const { body, charset, url } = task.page
      return parseMetadata(decodePage(Buffer.from(body), charset), url)
    }
    case 'foreign-page': {
      const { body, charset, url } = task.page
      return parseForeignPage(decodePage(Buffer.from(body), charset), url)
    }
    case 'columns':
      return openFile(task.file).columns()
    case 'facts':
      return openFile(task.file).facts()
    case 'count':
      return openFile(task.file).count()
    case 'text':
      return openFile(task.file).text()
    case 'batch':
      return openFile(task.file).batch(task.rules, task.from, task.size)
    case 'report-head':
      return openReport(task.report).head()
    case 'report-facts':
      return openReport(task.report).facts(task.reading)
    case 'report-rows':
      return openReport(task.report).rows(task.reading, task.from, task.size)
    case 'forget':
      files.delete(task.id)
      reports.delete(task.id)
  }
  return null
}

function openFile(raw: RawFile): OpenFile {
  const file = files.get(raw.id) ?? new OpenFile(raw)
  files.set(raw.id, file)
  return file
}

function openReport(raw: RawReport): OpenReport {
  const report = reports.get(raw.id) ?? new OpenReport(raw)
  reports.set(raw.id, report)
  return report
}
