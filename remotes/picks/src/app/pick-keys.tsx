import type { PickRow } from '@propsight/shared/contracts'
import { Dialog, KeyList, useKeptFocus, useListKeys } from '@propsight/shared/ui'
import { useEffect, useState } from 'react'

export interface PickKeysProps {
  root: { current: HTMLElement | null }
  /** In display order. */
  rows: readonly PickRow[]
  /** Letters pressed before this component was there; null once it is. */
  earlyKeys: { current: KeyboardEvent[] | null }
  onMark(id: string): void
  onDelete(row: PickRow): void
}

/**
 * The keys of My Picks, and their list. A component, so that it loads when the page is idle, or with the first key,
 * which it then handles.
 */
export function PickKeys({ root, rows, earlyKeys, onMark, onDelete }: PickKeysProps) {
  const [isListed, setListed] = useState(false)
  const deleteById = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row) onDelete(row)
  }
  useListKeys(root, { actions: { c: onMark, s: deleteById }, onHelp: () => setListed(true) })
  useKeptFocus(root, rows)
  useEffect(() => {
    const events = earlyKeys.current ?? []
    earlyKeys.current = null
    for (const event of events) event.target?.dispatchEvent(new KeyboardEvent(event.type, event))
  }, [earlyKeys])
  return (
    isListed && (
      <Dialog open onClose={() => setListed(false)} title="Keys">
        <KeyList
          row="pick"
          open="Open the pick"
          actions={{ c: 'Choose as a leg of a parlay, or not', s: 'Delete, after a question' }}
        />
      </Dialog>
    )
  )
}
