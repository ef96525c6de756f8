import { cx, lazyPart, nextEnabled } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const Example = ({ call, gives }: { call: string; gives: string }) => (
  <p>
    <code>{call}</code> gives <code>{gives}</code>
  </p>
)

const Away = lazyPart('The comparison', () => Promise.reject(new Error('away')))

export const helpers: CatalogueEntry = {
  name: 'Helpers',
  note: 'What components are written with.',
  shows: ['cx', 'lazyPart', 'nextEnabled'],
  states: [
    {
      label: 'cx',
      wide: true,
      Show: () => <Example call="cx('card', false, 'open')" gives={cx('card', false, 'open')} />,
    },
    { label: 'lazyPart', wide: true, Show: () => <Away /> },
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
