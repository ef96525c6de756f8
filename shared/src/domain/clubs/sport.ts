/** A sport whose clubs are listed. */
export type Sport = 'baseball' | 'football'
