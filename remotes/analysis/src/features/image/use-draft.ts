import { useAtom, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { PictureRuns } from '../../state/pictures.ts'
import { useShell } from '../../state/shell.tsx'
import { pictureProblem } from './check-picture.ts'
import { confirmedLines } from './picture-rows.ts'
import { type Draft, draftAtom, keptRows, NO_DRAFT } from './draft.ts'
import { asDraft, type DraftRow } from './draft-row.ts'

/** The draft of image mode and its actions. The rows are stored in the tab on every change. */
export function useDraft(pictures: PictureRuns) {
  const shell = useShell()
  const store = useStore()
  const [draft, change] = useAtom(draftAtom)
  const reading = useRef<AbortController | null>(null)

  useEffect(() => {
    const rows = store.get(draftAtom).phase === 'choose' && keptRows(pictures.kept())
    if (rows) change({ rows, phase: 'board' })
    return () => {
      reading.current?.abort()
      // On the next visit of image mode the picture is there, ready to be read.
      if (store.get(draftAtom).phase === 'reading') store.set(draftAtom, { phase: 'choose' })
    }
  }, [store, change, pictures])

  // Switching to a newer release would lose the picture and the unconfirmed rows.
  useEffect(() => {
    const atWork: readonly Draft['phase'][] = ['reading', 'review']
    return shell.registerUnsavedWork(() => atWork.includes(store.get(draftAtom).phase))
  }, [shell, store])

  const setRows = (rows: DraftRow[]) => {
    pictures.keep(rows)
    change({ rows })
  }

  return {
    draft,
    setRows,
    take(file: File | null) {
      const problem = pictureProblem(file)
      // A rejected file does not replace the previous picture.
      change(problem ? { problem } : { ...NO_DRAFT, file })
    },
    async read() {
      const { file } = draft
      const problem = pictureProblem(file)
      if (problem || !file) return change({ problem })
      const controller = new AbortController()
      reading.current = controller
      change({ phase: 'reading', failure: null, problem: null, cancelled: false })
      const answer = await pictures.read(file, controller.signal).catch(() => null)
      if (controller.signal.aborted || !answer) return
      if ('failure' in answer) return change({ phase: 'choose', failure: answer.failure })
      change({ phase: 'review' })
      setRows(answer.read.players.map(asDraft))
    },
    cancel() {
      reading.current?.abort()
      change({ phase: 'choose', cancelled: true })
    },
    analyze() {
      change({ phase: 'board' })
      pictures.analyze(confirmedLines(draft.rows))
    },
    show: (phase: 'review' | 'board') => change({ phase }),
    startOver() {
      pictures.forget()
      change(NO_DRAFT)
    },
  }
}
