import { IMAGE_CATEGORY } from '@propsight/shared/contracts'
import { useSetAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import type { PictureRuns } from '../../state/pictures.ts'
import { settingsAtom } from '../../state/settings.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { type Analysis, createAnalysis } from './analysis.ts'
import { createPictureRuns } from './picture-runs.ts'

interface Analyses extends Analysis {
  pictures: PictureRuns
}

/** The analyses of this screen: the tab's last run is shown again on mounting, and what runs ends on unmounting. */
export function useAnalysis(): Analyses {
  const shell = useShell()
  const store = useStore()
  const userId = useReadable(shell.session)?.id ?? ''
  const change = useSetAtom(settingsAtom)
  const [analysis] = useState(() => {
    const runs = createAnalysis(shell, store, userId)
    return { ...runs, pictures: createPictureRuns(shell, runs) }
  })
  useEffect(() => {
    const restored = analysis.restore()
    if (restored) {
      const { feature, category } = restored
      change(category === IMAGE_CATEGORY ? { mode: feature } : { mode: feature, category })
    }
    return analysis.stop
  }, [analysis, change])
  // A newer release of this remote waits until the run is over.
  useEffect(() => shell.registerUnsavedWork(analysis.isRunning), [shell, analysis])
  return analysis
}
