import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { Api } from './api/api.ts'
import { assetsQuery, chainsQuery, explanationQuery, orderQuery } from './api/queries.ts'
import { NotFound } from './components/not-found.tsx'
import { Shell } from './components/shell.tsx'
import { SwapPage } from './pages/swap/swap.tsx'

export interface RouterContext {
  api: Api
  queries: QueryClient
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Shell, notFoundComponent: NotFound })

const swapRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: SwapPage })

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/search',
  validateSearch: (search: Record<string, unknown>) => ({ q: String(search.q ?? '') }),
  component: lazyRouteComponent(() => import('./pages/search.tsx'), 'SearchPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/orders/$orderId',
  // The data is requested together with the page's code, and not after it.
  loader: ({ context: { api, queries }, params: { orderId } }) => {
    void queries.prefetchQuery(orderQuery(api, orderId))
    void queries.prefetchQuery(explanationQuery(api, orderId))
    void queries.prefetchQuery(assetsQuery(api))
    void queries.prefetchQuery(chainsQuery(api))
  },
  component: lazyRouteComponent(() => import('./pages/order/order.tsx'), 'OrderPage'),
})

const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./pages/activity.tsx'), 'ActivityPage'),
})

const numbersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/numbers',
  component: lazyRouteComponent(() => import('./pages/numbers/numbers.tsx'), 'NumbersPage'),
})

const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/status',
  component: lazyRouteComponent(() => import('./pages/status.tsx'), 'StatusPage'),
})

const routeTree = rootRoute.addChildren([swapRoute, activityRoute, searchRoute, orderRoute, numbersRoute, statusRoute])

export const makeRouter = (context: RouterContext) =>
  createRouter({ routeTree, context, defaultPreload: 'intent', scrollRestoration: true })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
