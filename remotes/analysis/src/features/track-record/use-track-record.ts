import { type CalibrationResponse, calibrationResponse } from '@propsight/shared/contracts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { read } from '../../config/parse-response.ts'
import { useShell } from '../../state/shell.tsx'

const KEPT_MS = 3_600_000

/** Loads the track record of the engine, which changes only with a release. */
export function useRecord(): UseQueryResult<CalibrationResponse> {
  const { api } = useShell()
  return useQuery({
    queryKey: ['analysis', 'calibration'],
    queryFn: async ({ signal }) =>
      read(calibrationResponse, await api.json('/api/model/calibration', { signal })),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
  })
}
