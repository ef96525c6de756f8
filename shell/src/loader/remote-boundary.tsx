import { Component, type ReactNode } from 'react'
import { type RemoteError, toRemoteError } from './remote-error.ts'

interface Props {
  children: ReactNode
  fallback(error: RemoteError): ReactNode
  /** Called once for each caught error. */
  onError(error: RemoteError): void
}

/** Catches errors of a remote in render and effects, so that the shell and other remotes continue. */
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
 * Catches errors of a remote during unmount. Its own boundary is unmounted with it, so React uses the next
 * boundary above. The current children are then mounted again.
 */
export class UnmountBoundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError() {
    return null
  }

  override render() {
    return this.props.children
  }
}
