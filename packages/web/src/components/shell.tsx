import type { ChainConfig } from '@tandem/contracts'
import { ChainNames } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { chainsQuery } from '../api/queries.ts'
import { en } from '../strings/en.ts'
import { useApi } from './use-api.ts'

const HeaderWallet = lazy(async () => ({ default: (await import('../wallet/header-wallet.tsx')).HeaderWallet }))

const noChains: readonly ChainConfig[] = []

export function Shell() {
  const api = useApi()
  const { data: chains } = useQuery(chainsQuery(api))
  return (
    <div className="page">
      <a className="skip" href="#content">
        {en.app.skip}
      </a>
      <header className="bar">
        <div className="bar-inner">
          <Link to="/" className="brand">
            <img src="/icon.svg" alt="" />
            {en.app.name}
          </Link>
          <nav className="nav" aria-label={en.app.name}>
            <Link to="/" activeOptions={{ exact: true }}>
              {en.app.nav.swap}
            </Link>
            <Link to="/activity">{en.app.nav.activity}</Link>
            <Link to="/numbers">{en.app.nav.numbers}</Link>
            <Link to="/status">{en.app.nav.status}</Link>
          </nav>
          <div className="bar-wallet">
            <Suspense>
              <HeaderWallet />
            </Suspense>
          </div>
        </div>
      </header>
      <main className="main" id="content">
        <ChainNames chains={chains ?? noChains}>
          <Outlet />
        </ChainNames>
      </main>
      <footer className="foot">
        <div className="foot-inner">
          <span>{en.app.tagline}</span>
          <a href={`${api.baseUrl}/docs`}>{en.app.footer.orderbook}</a>
          <a href={`${api.relayerUrl}/docs`}>{en.app.footer.relayer}</a>
        </div>
      </footer>
    </div>
  )
}
