import { cx, nextEnabled } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const Example = ({ call, gives }: { call: string; gives: string }) => (
  <p>
    <code>{call}</code> gives <code>{gives}</code>
  </p>
)

export const helpers: CatalogueEntry = {
  name: 'Helpers',
  note: 'What components are written with.',
  shows: ['cx', 'nextEnabled'],
  states: [
    {
      label: 'cx',
      wide: true,
      Show: () => <Example call="cx('card', false, 'open')" gives={cx('card', false, 'open')} />,
    },
    {
      label: 'nextEnabled',
      wide: true,
      Show: () => (
        <Example
          call="nextEnabled('ArrowRight', 0, [false, true, false])"
          gives={String(nextEnabled('ArrowRight', 0, [false, true, false]))}
        />
      ),
    },
  ],
}
