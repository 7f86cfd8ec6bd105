import { startProviderProof } from '#api/people/factors.ts'
import { quiet } from '#http/client.ts'

/** Value that replaces the password, and the time in milliseconds until which it does. */
let confirmed: { value: string; until: number } | undefined

/** Shorter than the time on the server, so that a form is not refused at its end. */
const VALID_MS = 4.5 * 60_000

/** Returns the address of this screen without its fragment. */
export const currentAddress = () => location.pathname + location.search

/** Opens the provider, which asks the user to sign in again and returns to this screen. */
export async function confirmAtProvider(): Promise<void> {
  location.assign(await startProviderProof(currentAddress(), quiet))
}

/**
 * Returns the value with which the provider's answer replaces the password, also for later forms of
 * the next minutes. Removes it from the address.
 */
export function readConfirmation(): string | undefined {
  const [, value] = /^#confirmed=(passkey:[\w-]+)$/.exec(location.hash) ?? []
  if (value !== undefined) {
    confirmed = { value, until: Date.now() + VALID_MS }
    history.replaceState(history.state, '', currentAddress())
  }
  return confirmed && confirmed.until > Date.now() ? confirmed.value : undefined
}
