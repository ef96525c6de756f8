const mounted = new Map<string, number>()

/** Says that a release, `name@version`, is on the screen. @returns unmount */
export function noteMounted(release: string): () => void {
  mounted.set(release, (mounted.get(release) ?? 0) + 1)
  return () => {
    const left = (mounted.get(release) ?? 1) - 1
    if (left > 0) mounted.set(release, left)
    else mounted.delete(release)
  }
}

/** Whether anything shows this release now: its code and styles are needed as long. */
export const isMounted = (release: string): boolean => mounted.has(release)
