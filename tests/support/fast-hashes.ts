/**
 * The lowest bcrypt cost that the embedded auth service accepts. With its default, creating an account takes
 * 250 ms. Benchmarks, load tests and attacks keep the default.
 */
export const FAST_HASHES = { LITE_AUTH_BCRYPT_COST: '4' }
