import { useEffect, useState } from 'react'
import { openSports } from '../domain/sports/open.ts'

/**
 * Loads the code of the open sports for a remote that reads their markets.
 * @param sports those of the data source; undefined if baseball is the only one
 * @returns whether it is loaded, or cannot be: their markets then stay unknown
 */
export function useOpenSports(sports: readonly string[] | undefined): boolean {
  const [isReady, setReady] = useState(sports === undefined)
  useEffect(() => {
    if (!sports) return
    openSports(sports)
      .catch(() => undefined)
      .then(() => setReady(true))
  }, [sports])
  return isReady
}
