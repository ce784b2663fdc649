import orderbook from '@tandem/contracts/openapi/orderbook.json'
import relayer from '@tandem/contracts/openapi/relayer.json'
import DefaultTheme from 'vitepress/theme'
import { OASpec, theme, useTheme } from 'vitepress-openapi/client'
import { defineComponent, h } from 'vue'
import 'vitepress-openapi/dist/style.css'

const documents: Record<string, object> = { orderbook, relayer }

/** The order of the groups of operations: what a newcomer needs first comes first. */
const tags: Record<string, string[]> = {
  orderbook: ['Quotes', 'Orders', 'Events', 'Webhooks', 'Network', 'Makers', 'Statistics', 'Operation'],
  relayer: ['Initiations', 'Claims', 'Refunds', 'Operation'],
}

/**
 * Lists every operation of a service: `<ApiReference name="orderbook" />`. The page around it has the title and the introduction,
 * so that a reader meets an operation first, and not the licence.
 */
const ApiReference = defineComponent({
  props: { name: { type: String, required: true } },
  setup:
    ({ name }) =>
    () =>
      h(OASpec, { spec: documents[name], tags: tags[name], hideInfo: true, hideServers: true, hideBranding: true }),
})

export default {
  extends: DefaultTheme,
  async enhanceApp({ app }: { app: import('vue').App }) {
    await theme.enhanceApp({ app })
    // Headings start at the second level, because the page has the one of the first.
    useTheme({ headingLevels: { h1: 2, h2: 3, h3: 4, h4: 5, h5: 6, h6: 6 } })
    app.component('ApiReference', ApiReference)
  },
}
