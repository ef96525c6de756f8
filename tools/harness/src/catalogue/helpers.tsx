import { clockText } from '@propsight/shared/format'
import {
  Button,
  cx,
  KeyList,
  lazyPart,
  nextEnabled,
  useIdle,
  useKeptFocus,
  useListKeys,
  useNow,
} from '@propsight/shared/ui'
import { useCallback, useRef, useState } from 'react'
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

/** Remove takes the focused row away, and the row that takes its place keeps the focus. */
function ListWithKeys() {
  const [rows, setRows] = useState(['Aces', 'Bears', 'Comets'].map((id) => ({ id })))
  const list = useRef<HTMLUListElement>(null)
  const remove = (id: string) => setRows(rows.filter((row) => row.id !== id))
  useListKeys(list, { actions: { x: remove }, onHelp: () => {} })
  useKeptFocus(list, rows)
  return (
    <ul ref={list}>
      {rows.map(({ id }, index) => (
        <li key={id} data-card={id} data-index={index}>
          <Button variant="bare" data-open>
            {id}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export const helpers: CatalogueEntry = {
  name: 'Helpers',
  note: 'Helper functions that components use.',
  shows: ['cx', 'KeyList', 'lazyPart', 'nextEnabled', 'useIdle', 'useKeptFocus', 'useListKeys', 'useNow'],
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
    { label: 'useListKeys and useKeptFocus', wide: true, Show: () => <ListWithKeys /> },
    {
      label: 'KeyList',
      wide: true,
      Show: () => <KeyList row="club" open="Open the club" actions={{ x: 'Remove' }} />,
    },
    { label: 'useNow', wide: true, Show: () => <Now /> },
  ],
}
