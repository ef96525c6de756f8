import { basename } from 'node:path'

/** What data is called where nobody said: by its folder. */
export const dataName = (folder: string): string => basename(folder)
