import { productName } from '../server-address.ts'

/** Action that can solve a problem. */
export type Remedy = 'retry' | 'sign-in' | 'none'

/** Failure with a text for the user and what they can do about it. */
export class Problem extends Error {
  readonly remedy: Remedy

  constructor(message: string, remedy: Remedy) {
    super(message)
    this.remedy = remedy
  }
}

/** Returns the problem of a request that got no answer. */
export const unreachable = (host: string): Problem =>
  new Problem(`${host} can’t be reached. Check your connection and try again.`, 'retry')

export const signedOut = (): Problem =>
  new Problem('You’re signed out. Sign in again to create links.', 'sign-in')

/** Returns the problem that an answer describes. `body` is its parsed JSON. */
export function problemOf(status: number, body: unknown): Problem {
  if (status === 401 || status === 403) return signedOut()
  const message = firstMessage(body)
  if (status === 429)
    return new Problem(
      message ?? 'That was more links than this server allows in a short time. Try again later.',
      'retry',
    )
  if (status === 503)
    return new Problem(`${productName()} is being updated. Try again in a few minutes.`, 'retry')
  if (status >= 400 && status < 500 && message !== undefined) return new Problem(message, 'none')
  return new Problem('Something went wrong on the server. Try again in a moment.', 'retry')
}

/** Returns the first message of an answer with `errors`. */
function firstMessage(body: unknown): string | undefined {
  const errors = Object.values((body as { errors?: object } | null)?.errors ?? {})
  const [first] = errors.flat() as unknown[]
  return typeof first === 'string' ? first : undefined
}
