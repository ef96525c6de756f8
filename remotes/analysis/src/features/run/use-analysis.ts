import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { PictureRuns } from '../../state/pictures.ts'
import { settingsAtom } from '../../state/settings.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { type Analysis, createAnalysis } from './analysis.ts'
import { createPictureRuns } from './picture-runs.ts'

interface Analyses extends Analysis {
  pictures: PictureRuns
}

/**
 * The analyses of this screen: what the chosen mode and category have paid for in this tab is shown again, and what runs
 * ends on unmounting. The choice itself is the user's: no run changes it.
 */
export function useAnalysis(): Analyses {
  const shell = useShell()
  const store = useStore()
  const userId = useReadable(shell.session)?.id ?? ''
  const { mode, category } = useAtomValue(settingsAtom)
  const mounted = useRef(false)
  const [analysis] = useState(() => {
    const runs = createAnalysis(shell, store, userId)
    return { ...runs, pictures: createPictureRuns(shell, runs) }
  })
  useEffect(() => {
    // The address may have changed the choice since this was drawn: then this runs once more.
    const now = store.get(settingsAtom)
    if (now.mode !== mode || now.category !== category) return
    // Another analysis that is under way goes on; a run that was merely held waits for its Analyze.
    if (!analysis.isRunning()) analysis.restore({ feature: mode, category }, !mounted.current)
    mounted.current = true
  }, [analysis, store, mode, category])
  useEffect(() => analysis.stop, [analysis])
  // A newer release of this remote waits until the run is over.
  useEffect(() => shell.registerUnsavedWork(analysis.isRunning), [shell, analysis])
  return analysis
}
