import { toast } from '#ui/toast.tsx'
import { explainFailure } from './explain-failure.ts'

type RunActionOptions<Result> = {
  /** What is acted on, for a failure that says that it is gone: "The link". */
  subject?: string
  done?: (result: Result) => void
}

/** Runs what a tap asked for; a failure is said in one line and never lost. */
export async function runAction<Result>(
  action: string,
  run: () => Promise<Result>,
  { subject, done }: RunActionOptions<Result> = {},
): Promise<void> {
  try {
    const result = await run()
    done?.(result)
  } catch (error) {
    const text = explainFailure(error, action, subject)
    if (text !== null) toast(text, { tone: 'problem' })
  }
}
