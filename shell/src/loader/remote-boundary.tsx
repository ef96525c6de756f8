import { Component, type ReactNode } from 'react'
import { type RemoteError, toRemoteError } from './remote-error.ts'

interface Props {
  children: ReactNode
  fallback(error: RemoteError): ReactNode
  /** Once for each error that was caught. */
  onError(error: RemoteError): void
}

/** Holds whatever a remote throws while it renders or in an effect: the shell and other remotes go on. */
export class RemoteBoundary extends Component<Props, { error: RemoteError | null }> {
  override state: { error: RemoteError | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: toRemoteError(error, 'render') }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(toRemoteError(error, 'render'))
  }

  override render() {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}

/**
 * Holds what a remote throws while it is taken away: its own boundary goes with it, so React asks the next one above.
 * What stands there now is mounted afresh.
 */
export class LeavingBoundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError() {
    return null
  }

  override render() {
    return this.props.children
  }
}
