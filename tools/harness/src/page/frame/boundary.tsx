import { ErrorState } from '@propsight/shared/ui'
import { Component, type ReactNode } from 'react'
import type { Report } from '../../log.ts'

interface Props {
  children: ReactNode
  report: Report
}

/** Error boundary for errors of the remote while rendering, like the shell's. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidCatch(error: unknown): void {
    this.props.report({ kind: 'error', message: error instanceof Error ? error.message : String(error) })
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="u-page">
        <ErrorState
          icon="plug"
          title="The remote threw while it rendered"
          onRetry={() => this.setState({ error: null })}
          note={this.state.error.message}
        >
          In the shell the visitor gets the release before, or a panel like this one.
        </ErrorState>
      </div>
    )
  }
}
