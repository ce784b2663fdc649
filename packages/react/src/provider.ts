import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { TandemConfig } from './config.ts'

const TandemContext = createContext<TandemConfig | undefined>(undefined)

/**
 * Hands the configuration to the hooks below it. Place it inside of TanStack Query's `QueryClientProvider`.
 * @example
 * <QueryClientProvider client={queries}>
 *   <TandemProvider config={config}>
 *     <App />
 *   </TandemProvider>
 * </QueryClientProvider>
 */
export const TandemProvider = ({ config, children }: { config: TandemConfig; children?: ReactNode }): ReactElement =>
  createElement(TandemContext.Provider, { value: config }, children)

/**
 * Returns the configuration of the page: the client of the services, the pinned network, and the runner of its swaps.
 * @throws Error where no {@link TandemProvider} stands above the component.
 */
export function useTandem(): TandemConfig {
  const config = useContext(TandemContext)
  if (config === undefined) throw new Error('useTandem needs a TandemProvider above it')
  return config
}
