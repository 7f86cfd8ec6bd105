import { Component, type ReactNode } from 'react'

const RETRY_MS = 5000

/**
 * What comes up over a screen and fails must not take the screen with it. It is tried again when the
 * connection is back, and now and then, each time later: its code may only have been out of reach.
 */
export class QuietBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  #wait = RETRY_MS

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // The browser's own way of telling, which the error reporter hears too.
    reportError(error)
    const again = () => this.setState({ failed: false })
    setTimeout(again, this.#wait)
    addEventListener('online', again, { once: true })
    this.#wait *= 2
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
