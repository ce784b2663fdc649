import { createConfig } from '@tandem/react'
import { createRoot } from 'react-dom/client'
import { connect } from '../browser.ts'
import { App } from '../react.tsx'
import { deployment, injected } from './injected.ts'

const { endpoints, ...services } = await deployment()
const config = createConfig({ ...services, evidence: { endpoints } })
const wallet = { wallet: await connect(await injected()), switchChain: true }
const element = document.createElement('main')
document.body.append(element)
createRoot(element).render(<App config={config} wallet={wallet} />)
