import { Component, type ReactNode } from 'react'

/** What comes up over a screen and fails must not take the screen with it. */
export class QuietBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // The browser's own way of telling, which the error reporter hears too.
    reportError(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
