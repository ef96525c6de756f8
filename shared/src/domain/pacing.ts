/** Batch sizes and pauses of requests to the public stats service (N10). */
export const STATS_BATCH_PLAYERS = 16
export const STATS_SUB_BATCH_PLAYERS = 6
export const STATS_SUB_BATCH_PAUSE_MS = 350
export const STATS_BATCH_PAUSE_MS = 1500
