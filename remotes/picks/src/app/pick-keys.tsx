import type { PickRow } from '@propsight/shared/contracts'
import { Dialog, KeyList, useKeptFocus, useListKeys } from '@propsight/shared/ui'
import { useState } from 'react'

export interface PickKeysProps {
  root: { current: HTMLElement | null }
  /** In display order. */
  rows: readonly PickRow[]
  onMark(id: string): void
  onDelete(row: PickRow): void
}

/** The keys of My Picks, and their list. A component, so that it loads when the page is idle. */
export function PickKeys({ root, rows, onMark, onDelete }: PickKeysProps) {
  const [isListed, setListed] = useState(false)
  const deleteById = (id: string) => {
    const row = rows.find((each) => each.id === id)
    if (row) onDelete(row)
  }
  useListKeys(root, { actions: { c: onMark, s: deleteById }, onHelp: () => setListed(true) })
  useKeptFocus(root, rows)
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
