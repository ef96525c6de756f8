/** A page may need its own next try, and this machine is busy: nobody presses anything meanwhile. */
export const BACK_MS = 45_000
