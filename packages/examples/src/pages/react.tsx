import { createConfig } from '@tandem/react'
import { createRoot } from 'react-dom/client'
import { App } from '../react.tsx'
import { connect, deployment } from './injected.ts'

const { endpoints, ...services } = await deployment()
const config = createConfig({ ...services, evidence: { endpoints } })
const wallet = { wallet: await connect(), switchChain: true }
const element = document.createElement('main')
document.body.append(element)
createRoot(element).render(<App config={config} wallet={wallet} />)
