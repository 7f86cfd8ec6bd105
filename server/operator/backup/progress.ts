/** Reports progress. `stage` is the current step, `detail` changes often. */
export type Progress = (stage: string, detail?: string) => void

export const noProgress: Progress = () => {}

const MIN_UPDATE_INTERVAL_MS = 100

type Terminal = { isTTY?: boolean; write(text: string): unknown }

/**
 * Returns a reporter that updates one line in a terminal. Elsewhere it prints one line per stage.
 */
export function createProgress(terminal: Terminal): { progress: Progress; end: () => void } {
  let stage = ''
  let printedAt = 0
  const progress: Progress = (next, detail = '') => {
    const isNew = next !== stage
    stage = next
    if (!terminal.isTTY) {
      if (isNew) terminal.write(`${stage} …\n`)
      return
    }
    if (!isNew && performance.now() - printedAt < MIN_UPDATE_INTERVAL_MS) return
    printedAt = performance.now()
    terminal.write(`\r\u001B[2K${stage} … ${detail}`)
  }
  const end = () => void (terminal.isTTY && stage !== '' && terminal.write('\r\u001B[2K'))
  return { progress, end }
}
