import { clockText } from '@propsight/shared/format'
import { cx, lazyPart, nextEnabled, useIdle, useNow } from '@propsight/shared/ui'
import { useCallback, useState } from 'react'
import type { CatalogueEntry } from './entry.ts'

const Example = ({ call, gives }: { call: string; gives: string }) => (
  <p>
    <code>{call}</code> gives <code>{gives}</code>
  </p>
)

const Away = lazyPart('The comparison', () => Promise.reject(new Error('away')))

function Idle() {
  const [idle, setIdle] = useState(false)
  useIdle(useCallback(() => setIdle(true), []))
  return <p>{idle ? 'The browser has nothing else to do.' : 'The browser is busy.'}</p>
}

const Now = () => <p>It is {clockText(useNow())}.</p>

export const helpers: CatalogueEntry = {
  name: 'Helpers',
  note: 'Helper functions that components use.',
  shows: ['cx', 'lazyPart', 'nextEnabled', 'useIdle', 'useNow'],
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
    { label: 'useIdle', wide: true, Show: () => <Idle /> },
    { label: 'useNow', wide: true, Show: () => <Now /> },
  ],
}
