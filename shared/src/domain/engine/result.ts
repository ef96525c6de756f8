/** Why the engine gives no number. Screens say it in words; none of these is ever a NaN. */
export type Refusal = 'unknown stat' | 'line is not a number' | 'line is negative' | 'no games' | 'no starts'

export type EngineResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Refusal }

/** No answer, and which of the known reasons. */
export const refuse = (reason: Refusal): { readonly ok: false; readonly reason: Refusal } => ({
  ok: false,
  reason,
})

export const answer = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
