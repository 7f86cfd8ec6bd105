import { Problem } from '../api/problem.ts'

/** Runs an action and passes its failure to `onProblem`, as a problem with a text for the user. */
export async function attempt(
  action: () => Promise<unknown>,
  onProblem: (problem: Problem) => unknown,
): Promise<void> {
  try {
    await action()
  } catch (error) {
    await onProblem(error instanceof Problem ? error : unexpected())
  }
}

const unexpected = () =>
  new Problem('Something went wrong in the extension. Close it and try again.', 'retry')
