import { toast } from '#ui/toast.tsx'
import { explainFailure } from './failure.ts'

/** Runs what a tap asked for; a failure is said in one line and never lost. */
export async function runAction<Result>(
  action: string,
  run: () => Promise<Result>,
  done?: (result: Result) => void,
): Promise<void> {
  try {
    const result = await run()
    done?.(result)
  } catch (error) {
    const text = explainFailure(error, action)
    if (text !== null) toast(text, { tone: 'problem' })
  }
}
