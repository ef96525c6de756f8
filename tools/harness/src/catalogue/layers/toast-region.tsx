import { ToastRegion } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const LONG =
  'Failed to save picks: the server did not answer. They are kept in this browser and sent once it does.'

export const toastRegion: CatalogueEntry = {
  name: 'Toast region',
  note: 'Events, at the bottom; above the thumb bar on phones. Failures are announced at once.',
  shows: ['ToastRegion'],
  states: [
    {
      label: 'Every tone',
      frame: 340,
      Show: () => (
        <ToastRegion
          onDismiss={() => {}}
          toasts={[
            { id: 1, message: 'Purchases are not open yet.', tone: 'info' },
            { id: 2, message: 'Pick deleted', tone: 'good', action: { label: 'Undo', run: () => {} } },
            { id: 3, message: LONG, tone: 'low', action: { label: 'Retry', run: () => {} } },
          ]}
        />
      ),
    },
    { label: 'Empty', frame: 80, Show: () => <ToastRegion onDismiss={() => {}} toasts={[]} /> },
  ],
}
