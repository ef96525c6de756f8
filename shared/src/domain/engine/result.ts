/** Reasons for which the engine has no result. The engine never returns NaN instead. */
export type Refusal =
  | 'unknown stat'
  | 'line is not a number'
  | 'line is negative'
  | 'no games'
  | 'no starts'
  /** The player's games lack a count that the market needs. */
  | 'no counts'

export type EngineResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Refusal }

/** Result without a value, with its reason. */
export const refuse = (reason: Refusal): { readonly ok: false; readonly reason: Refusal } => ({
  ok: false,
  reason,
})

/** Result with a value. */
export const answer = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
