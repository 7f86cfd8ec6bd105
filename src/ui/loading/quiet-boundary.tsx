import { Component, type ReactNode } from 'react'
import { isBrokenByTranslation } from './broken-by-translation.ts'

const RETRY_MS = 5000

/**
 * Keeps the screen when an overlay fails. Renders the overlay again when the connection is back and
 * after a delay that doubles, because its code may not have loaded. The first failure caused by a
 * page translator is rendered again at once.
 */
export class QuietBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  #wait = RETRY_MS
  #hasRedrawn = false

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // The error reporter listens to the browser's error event.
    reportError(error)
    const again = () => this.setState({ failed: false })
    if (isBrokenByTranslation(error) && !this.#hasRedrawn) {
      this.#hasRedrawn = true
      return again()
    }
    setTimeout(again, this.#wait)
    addEventListener('online', again, { once: true })
    this.#wait *= 2
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
