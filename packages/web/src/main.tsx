import '@tandem/react/card.css'
import './styles/base.css'
import './styles/order.css'
import './styles/swap.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, makeApi } from './api/api.ts'
import { loadConfig } from './config.ts'
import { makeRouter } from './router.tsx'
import { en } from './strings/en.ts'

/** A request that failed is repeated once before the page shows an error. A refusal is not, because it would only come again. */
const isWorthRetrying = (failures: number, error: Error) => failures < 1 && !isRefusal(error)

const isRefusal = (error: Error) => error instanceof ApiError && error.status !== null && error.status < 500

/** Milliseconds until a page that could not be read tries again by itself. */
const retryMs = 5_000

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      retry: isWorthRetrying,
      retryDelay: 500,
      staleTime: 2_000,
      refetchInterval: ({ state: { error } }) => (error !== null && !isRefusal(error) ? retryMs : false),
    },
  },
})

async function start(element: HTMLElement): Promise<void> {
  const root = createRoot(element)
  try {
    const api = makeApi(await loadConfig())
    root.render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={makeRouter({ api, queries })} />
        </QueryClientProvider>
      </StrictMode>,
    )
  } catch {
    root.render(
      <main className="main">
        <p role="alert">{en.app.configMissing}</p>
      </main>,
    )
  }
}

const element = document.getElementById('root')
if (element !== null) void start(element)
