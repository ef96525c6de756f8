import { basename } from 'node:path'

/** Default name of the data: the name of the folder. */
export const dataName = (folder: string): string => basename(folder)
