import { EmptyState } from '@propsight/shared/ui'

const VERSION = import.meta.env?.BUILD_VERSION ?? 'unbuilt'

export const App = () => (
  <EmptyState flat icon="cloud" title="No weather yet" note={`Weather, version ${VERSION}`}>
    Wind, rain and temperature at game time will stand here. This part is not built yet, so it shows no
    numbers.
  </EmptyState>
)
