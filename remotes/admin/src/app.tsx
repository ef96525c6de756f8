import { EmptyState } from '@propsight/shared/ui'

const VERSION = import.meta.env?.BUILD_VERSION ?? 'unbuilt'

export const App = () => (
  <div className="u-page">
    <h1>Admin access</h1>
    <EmptyState icon="settings" title="Nothing here yet" note={`Admin access, version ${VERSION}`}>
      Access codes will be made and managed here. Until then the start of the product prints one.
    </EmptyState>
  </div>
)
