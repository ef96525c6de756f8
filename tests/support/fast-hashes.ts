/**
 * The lowest cost of bcrypt that the embedded auth service takes: with its default each account of a test costs a
 * quarter of a second. Benchmarks, load and attacks keep the default.
 */
export const FAST_HASHES = { LITE_AUTH_BCRYPT_COST: '4' }
