import { Component, type ReactNode } from 'react'
import { type RemoteError, toRemoteError } from './remote-error.ts'

interface Props {
  children: ReactNode
  fallback(error: RemoteError): ReactNode
}

/** Holds whatever a remote throws while it renders or in an effect: the shell and other remotes go on. */
export class RemoteBoundary extends Component<Props, { error: RemoteError | null }> {
  override state: { error: RemoteError | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: toRemoteError(error, 'render') }
  }

  override render() {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}
