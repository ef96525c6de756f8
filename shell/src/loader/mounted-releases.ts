const mounted = new Map<string, number>()

/** Records that a release (`name@version`) is mounted. @returns records its unmount */
export function noteMounted(release: string): () => void {
  mounted.set(release, (mounted.get(release) ?? 0) + 1)
  return () => {
    const left = (mounted.get(release) ?? 1) - 1
    if (left > 0) mounted.set(release, left)
    else mounted.delete(release)
  }
}

/** Whether a release is mounted. Its code and styles must not be removed while it is. */
export const isMounted = (release: string): boolean => mounted.has(release)
