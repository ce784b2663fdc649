import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '../api/api.ts'

/** The services of this deployment. */
export const useApi = (): Api => useRouteContext({ from: '__root__', select: ({ api }) => api })
