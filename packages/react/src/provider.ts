import { createContext, createElement, type ReactElement, type ReactNode, useContext } from 'react'
import type { TandemConfig } from './config.ts'

const TandemContext = createContext<TandemConfig | undefined>(undefined)

/** Inside a `QueryClientProvider`. */
export const TandemProvider = ({ config, children }: { config: TandemConfig; children?: ReactNode }): ReactElement =>
  createElement(TandemContext.Provider, { value: config }, children)

/** @throws Error without a {@link TandemProvider}. */
export function useTandem(): TandemConfig {
  const config = useContext(TandemContext)
  if (config === undefined) throw new Error('useTandem needs a TandemProvider above it')
  return config
}
