import { toast } from '#ui/notices/toast.tsx'
import { explainFailure } from './explain-failure.ts'

type RunActionOptions<Result> = {
  /** Object of the action, used if it no longer exists: "The link". */
  subject?: string
  onDone?: (result: Result) => void
}

/** Runs an action that the user started. Shows a failure in one line. */
export async function runAction<Result>(
  action: string,
  run: () => Promise<Result>,
  { subject, onDone }: RunActionOptions<Result> = {},
): Promise<void> {
  try {
    const result = await run()
    onDone?.(result)
  } catch (error) {
    const text = explainFailure(error, action, subject)
    if (text !== null) toast(text, { tone: 'problem' })
  }
}
