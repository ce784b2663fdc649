import { useRouteContext } from '@tanstack/react-router'
import type { Api } from '../api/api.ts'

export const useApi = (): Api => useRouteContext({ from: '__root__', select: ({ api }) => api })
