import { EmptyState } from '@propsight/shared/ui'

const VERSION = import.meta.env?.BUILD_VERSION ?? 'unbuilt'

export const App = () => (
  <div className="u-page">
    <h1>Pitchers</h1>
    <EmptyState icon="bars" title="Nothing here yet" note={`Pitchers, version ${VERSION}`}>
      Projected strikeouts and hits allowed will stand here beside the lines of the day. This page is not
      built yet, so it shows no numbers.
    </EmptyState>
  </div>
)
