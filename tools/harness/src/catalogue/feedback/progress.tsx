import { Progress } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const progress: CatalogueEntry = {
  name: 'Progress',
  note: 'A labelled bar. It keeps its space when it is done.',
  shows: ['Progress'],
  states: [
    { label: 'Begun', wide: true, Show: () => <Progress label="Reading lines" percent={0} /> },
    { label: 'Running', wide: true, Show: () => <Progress label="Reading game logs" percent={62} /> },
    { label: 'Done', wide: true, Show: () => <Progress label="Complete!" percent={100} state="done" /> },
    { label: 'Failed', wide: true, Show: () => <Progress label="Failed" percent={0} state="failed" /> },
  ],
}
