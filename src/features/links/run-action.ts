import { toast } from '#ui/toast.tsx'
import { explainFailure } from './failure.ts'

/** Runs what a tap asked for; a failure is said in one line and never lost. */
export async function runAction(
  action: string,
  run: () => Promise<unknown>,
  done?: () => void,
): Promise<void> {
  try {
    await run()
    done?.()
  } catch (error) {
    const text = explainFailure(error, action)
    if (text !== null) toast(text, { tone: 'problem' })
  }
}
