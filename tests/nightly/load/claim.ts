/** A statement that a load run confirms or refutes. */
export interface Claim {
  readonly what: string
  readonly ok: boolean
}
