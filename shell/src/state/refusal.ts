import type { ApiError } from '@propsight/shared/client'
import { atom } from 'jotai'

/** The latest failure of a call to the server, whoever made it: some mean that the session has ended. */
export const refusalAtom = atom<ApiError | null>(null)
