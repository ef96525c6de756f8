import { type PickStore, PicksError } from '@propsight/shared/client'
import type { PickRow, ShellApi } from '@propsight/shared/contracts'
import { useMemo } from 'react'
import { picksText } from '../state/pick-text.ts'

const errorMessage = (thrown: unknown): string =>
  thrown instanceof PicksError ? thrown.message : 'An unexpected error occurred'

/** Mutations of the saved picks. Each result is shown as a toast, with Undo after a deletion. */
export function usePickActions(shell: ShellApi, store: PickStore) {
  return useMemo(() => {
    const fail = (thrown: unknown) => shell.notify({ message: errorMessage(thrown), tone: 'low' })
    const undo = (rows: readonly PickRow[]) => ({
      label: 'Undo',
      run: () => void store.restore([...rows]).catch(fail),
    })
    return {
      /** @throws PicksError 'Failed to delete pick' */
      async remove(row: PickRow): Promise<void> {
        const rows = await store.remove(row.id)
        shell.notify({ message: `Pick deleted: ${row.player_name}`, action: undo(rows) })
      },
      /** @throws PicksError 'Failed to clear picks' */
      async clear(): Promise<void> {
        const rows = await store.clear()
        shell.notify({ message: `${picksText(rows.length)} cleared`, action: undo(rows) })
      },
      async cleanUp(): Promise<void> {
        try {
          const count = await store.cleanUp()
          shell.notify({
            message: count === 0 ? 'No pick has expired' : `${picksText(count)} removed: expired`,
          })
        } catch (thrown) {
          fail(thrown)
        }
      },
    }
  }, [shell, store])
}
