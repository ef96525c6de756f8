import { useShell } from '@propsight/shared/client'
import { IMAGE_ERRORS, IMAGE_MAX_BYTES, IMAGE_TYPES, readAnswer } from '@propsight/shared/contracts'
import { unreadText } from '@propsight/shared/format'
import * as z from '@propsight/shared/schema'
import { atom, useAtom, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import type { Failure, PictureRuns } from '../../state/run.ts'
import { confirmedLines, type DraftRow, draftRowSchema, isUncertain, toDraftRow } from './picture-rows.ts'

/** State of image mode: the picture and its rows before they become a board. */
export interface Draft {
  /** `board` after the rows were analyzed; the user can return to `review`. */
  phase: 'choose' | 'reading' | 'review' | 'board'
  /** Held in memory only: a reload loses the picture, but not the rows. */
  file: File | null
  /** Why the last file was rejected; null if it was accepted. */
  problem: string | null
  failure: Failure | null
  /** Whether the user cancelled the reading. */
  cancelled: boolean
  rows: DraftRow[]
}

export const NO_DRAFT: Draft = {
  phase: 'choose',
  file: null,
  problem: null,
  failure: null,
  cancelled: false,
  rows: [],
}

const base = atom(NO_DRAFT)

/** The draft. A write takes the changed fields only. */
export const draftAtom = atom(
  (get) => get(base),
  (get, set, part: Partial<Draft>) => set(base, { ...get(base), ...part }),
)

const storedRowsSchema = z.array(draftRowSchema).min(1)

/** Parses the rows stored in this tab; null if there are none or they are invalid. */
export function parseStoredRows(stored: unknown): DraftRow[] | null {
  try {
    return readAnswer(storedRowsSchema, stored).value
  } catch {
    return null
  }
}

/** Accepted MIME types, including the variant `image/jpg` that some systems use. */
const ACCEPTED_TYPES: ReadonlySet<string> = new Set([...IMAGE_TYPES, 'image/jpg'])

/**
 * Checks a file before the upload: present, size, type (N5). The server repeats the checks on the content.
 * @returns the specified error message, or null for a valid file
 */
export function pictureProblem(file: File | null): string | null {
  if (!file) return IMAGE_ERRORS.missing
  if (file.size > IMAGE_MAX_BYTES) return IMAGE_ERRORS.tooLarge
  if (!ACCEPTED_TYPES.has(file.type.toLowerCase())) return IMAGE_ERRORS.wrongType
  return null
}

/** The draft of image mode and its actions. The rows are stored in the tab on every change. */
export function useDraft(pictures: PictureRuns) {
  const shell = useShell()
  const store = useStore()
  const [draft, change] = useAtom(draftAtom)
  const reading = useRef<AbortController | null>(null)

  useEffect(() => {
    const rows = store.get(draftAtom).phase === 'choose' ? parseStoredRows(pictures.storedDraft()) : null
    if (rows) change({ rows, phase: 'board' })
    return () => {
      reading.current?.abort()
      // On the next visit of image mode the picture is there, ready to be read.
      if (store.get(draftAtom).phase === 'reading') store.set(draftAtom, { phase: 'choose' })
    }
  }, [store, change, pictures])

  // Switching to a newer release would lose the picture and the unconfirmed rows.
  useEffect(() => {
    const unsavedPhases: readonly Draft['phase'][] = ['reading', 'review']
    return shell.registerUnsavedWork(() => unsavedPhases.includes(store.get(draftAtom).phase) && 'reload')
  }, [shell, store])

  const setRows = (rows: DraftRow[]) => {
    pictures.storeDraft(rows)
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
      if (problem || !file) {
        change({ problem })
        return
      }
      const controller = new AbortController()
      reading.current = controller
      change({ phase: 'reading', failure: null, problem: null, cancelled: false })
      const answer = await pictures.read(file, controller.signal).catch(() => null)
      if (controller.signal.aborted || !answer) return
      if ('failure' in answer) {
        change({ phase: 'choose', failure: answer.failure })
        return
      }
      change({ phase: 'review' })
      setRows(answer.read.players.map(toDraftRow))
      const { unread = 0 } = answer.read
      if (unread > 0) shell.notify({ message: unreadText(unread, 'row'), tone: 'low' })
    },
    cancel() {
      reading.current?.abort()
      change({ phase: 'choose', cancelled: true })
    },
    analyze() {
      // The user confirmed all rows. Those analyzed in spite of a doubt keep it.
      setRows(draft.rows.map((row) => ({ ...row, checked: !isUncertain(row) })))
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
