import { useReadable, useShell } from './shell.tsx'

/** The page's query: what is open, and how another thing is opened. */
export function useAddress() {
  const shell = useShell()
  const { path, search } = useReadable(shell.location)
  const at = (values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`
  return {
    query: new URLSearchParams(search),
    at,
    go: (values: Record<string, string>) => shell.navigate(at(values)),
  }
}
