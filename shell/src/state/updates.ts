import { atom } from 'jotai'

/** A newer release that waits for the user: of a remote while work is not saved, or of the shell. */
export interface Update {
  /** `name@version`. */
  id: string
  title: string
  /** What taking it does: `swap` replaces one part, `reload` the whole page. */
  how: 'swap' | 'reload'
  run(): void
}

export const updatesAtom = atom<readonly Update[]>([])
