type Rows = readonly (readonly number[])[]

/** A pivot below this counts as zero: two legs are fully correlated. */
const ZERO = 1e-9
/** Bisection steps. */
const HALVINGS = 20

/**
 * Cholesky factor: lower triangle L by rows, with L·Lᵀ = matrix; null where the matrix is not positive
 * semidefinite.
 */
function cholesky(matrix: Rows): number[][] | null {
  const factor: number[][] = []
  for (const [i, row] of matrix.entries()) {
    const line: number[] = []
    for (let j = 0; j <= i; j++) {
      const other = j === i ? line : (factor[j] ?? [])
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (line[k] ?? 0) * (other[k] ?? 0)
      const pivot = other[j] ?? 0
      if (j === i && rest >= -ZERO) line.push(Math.sqrt(Math.max(0, rest)))
      else if (j < i && pivot * pivot > ZERO) line.push(rest / pivot)
      else if (j < i && Math.abs(rest) < Math.sqrt(ZERO)) line.push(0)
      else return null
    }
    factor.push(line)
  }
  return factor
}

/** Largest part from 0 to 1 for which `holds` is true, by bisection; `holds` must be true for 0. */
function largest(holds: (part: number) => boolean): number {
  if (holds(1)) return 1
  let [low, high] = [0, 1]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

const scaled = (matrix: Rows, part: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value : value * part)))

const less = (matrix: Rows, own: number): number[][] =>
  matrix.map((row, i) => row.map((value, j) => (i === j ? value - own : value)))

export interface CorrelationFactor {
  /** Factor of what legs share: lower triangle L by rows, with L·Lᵀ + own²·1 = the matrix. */
  readonly shared: Rows
  /** Standard deviation of the independent part of each leg. */
  readonly own: number
}

/**
 * Splits a correlation matrix into a shared part and the largest possible independent part. Given the shared
 * part legs are independent, so only that part needs draws. Correlations were fitted pair by pair and may
 * contradict each other. They are then shrunk toward independence as little as possible, which keeps the ones
 * on the diagonal and all signs.
 * Source: N. Higham, N. Strabić and V. Šego, 'Restoring definiteness via shrinking', SIAM Review 58 (2016).
 * @param matrix symmetric, with ones on its diagonal and values from −1 to 1
 */
export function correlationFactor(matrix: Rows): CorrelationFactor {
  const sound = scaled(
    matrix,
    largest((part) => cholesky(scaled(matrix, part)) !== null),
  )
  const own = largest((part) => cholesky(less(sound, part)) !== null)
  return { shared: cholesky(less(sound, own)) ?? less(sound, 1), own: Math.sqrt(own) }
}
