import { createUnsavedWork } from '@propsight/shared/client'

const work = createUnsavedWork()

/** @returns unregister */
export const registerUnsavedWork = work.register

/** Whether anything on the screen would be lost by a swap or a reload. A check that throws counts as a yes. */
export const hasUnsavedWork = (): boolean => work.read().dirty
