import { toApiError } from '#http/error.ts'

const PROOF_REQUIRED = 428

/**
 * Sends a request that the server may reject until the user confirms it with a second factor. It
 * then asks for one and repeats the request.
 */
export async function withProof<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (toApiError(error).status !== PROOF_REQUIRED) throw error
    const { askForProof } = await import('./proof-dialog.tsx')
    if (!(await askForProof())) throw error
    return send()
  }
}
