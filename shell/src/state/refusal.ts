import type { ApiError } from '@propsight/shared/client'
import { atom } from 'jotai'

/**
 * Latest failed API request of shell or remotes. Some failures mean that the session has ended
 * (`watchSession`).
 */
export const refusalAtom = atom<ApiError | null>(null)
