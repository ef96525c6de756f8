import { useReadable, useShell } from '@propsight/shared/client'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { PictureRuns } from '../../state/run.ts'
import { settingsAtom } from '../../state/settings.ts'
import { type Analysis, createAnalysis } from './analysis.ts'
import { createPictureRuns } from './picture-runs.ts'
import { listPaidRuns } from './stored-runs.ts'

interface Analyses extends Analysis {
  pictures: PictureRuns
}

/**
 * The analyses of this screen. Restores the paid board of the chosen mode and category, and stops the running
 * analysis on unmount. No run changes the chosen mode or category.
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
  // Read again when the window is focused: another tab or device has the focus in between.
  const { data: paidRuns } = useQuery({
    queryKey: ['analysis', 'paid-runs', userId],
    queryFn: ({ signal }) => listPaidRuns(shell, signal),
    enabled: userId !== '',
    staleTime: 0,
  })
  // During the render, since the button of this render shows whether an analysis is free.
  analysis.setPaidRuns(paidRuns ?? [])
  useEffect(() => {
    // The URL may have changed the settings since this render. The effect then runs again with the new ones.
    const now = store.get(settingsAtom)
    if (now.mode !== mode || now.category !== category) return
    // A running analysis is not interrupted. An uncharged run is resumed on mount only, later on by Analyze.
    if (!analysis.isRunning()) analysis.restore({ feature: mode, category }, !mounted.current)
    mounted.current = true
  }, [analysis, store, mode, category])
  useEffect(() => {
    void analysis.showLastBoard().then((market) => {
      if (market) store.set(settingsAtom, { mode: 'quick', category: market })
    })
  }, [analysis, store])
  useEffect(() => analysis.stop, [analysis])
  // The shell switches to a newer release of this remote only after the run.
  useEffect(() => shell.registerUnsavedWork(() => analysis.isRunning() && 'swap'), [shell, analysis])
  return analysis
}
