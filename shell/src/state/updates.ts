import { atom } from 'jotai'

/** A newer release that is offered to the user: of a remote while work is unsaved, or of the shell. */
export interface Update {
  /** `name@version`. */
  id: string
  title: string
  /** Effect of `run`: `swap` replaces one remote, `reload` reloads the page. */
  how: 'swap' | 'reload'
  run(): void
}

export const updatesAtom = atom<readonly Update[]>([])
