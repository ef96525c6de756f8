/**
 * Runs `work` for each item, `atOnce` in parallel. After a failure no further item starts; rejects when all
 * ended.
 */
export async function forEachParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const done of workers) if (done.status === 'rejected') throw done.reason
}
