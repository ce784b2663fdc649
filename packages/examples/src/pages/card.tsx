import { createConfig } from '@tandem/react'
import type { Network } from '@tandem/react/card'
import { createRoot } from 'react-dom/client'
import { Shop } from '../card.tsx'
import { connect, deployment } from './injected.ts'

const { endpoints, network, ...services } = await deployment()
const config = createConfig({ ...services, network: network as Network, evidence: { endpoints } })
const element = document.createElement('main')
document.body.append(element)
createRoot(element).render(
  <Shop config={config} connect={async () => ({ wallet: await connect(), switchChain: true })} />,
)
