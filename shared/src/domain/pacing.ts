/** How the specification spaces calls toward the public stats service (specification 2 §9). */
export const STATS_BATCH_PLAYERS = 16
export const STATS_SUB_BATCH_PLAYERS = 6
export const STATS_SUB_BATCH_PAUSE_MS = 350
export const STATS_BATCH_PAUSE_MS = 1500
