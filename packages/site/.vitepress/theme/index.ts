import orderbook from '@tandem/contracts/openapi/orderbook.json'
import relayer from '@tandem/contracts/openapi/relayer.json'
import DefaultTheme from 'vitepress/theme'
import { OASpec, theme, useTheme } from 'vitepress-openapi/client'
import { defineComponent, h } from 'vue'
import { prepareDocument } from './prepare-document.ts'
import 'vitepress-openapi/dist/style.css'

const documents: Record<string, object> = {
  orderbook: prepareDocument(orderbook),
  relayer: prepareDocument(relayer),
}

/** The order in which the groups of operations are shown: first those that a newcomer needs first. */
const tags: Record<string, string[]> = {
  orderbook: ['Quotes', 'Orders', 'Events', 'Webhooks', 'Network', 'Makers', 'Statistics', 'Operation'],
  relayer: ['Initiations', 'Claims', 'Refunds', 'Operation'],
}

/**
 * Lists every operation of a service: `<ApiReference name="orderbook" />`. The document's own introduction is hidden, because it
 * begins with the licence. The page around the list has the title and an introduction.
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
    // Headings start at the second level, because the page itself has the heading of the first level.
    useTheme({ headingLevels: { h1: 2, h2: 3, h3: 4, h4: 5, h5: 6, h6: 6 } })
    app.component('ApiReference', ApiReference)
  },
}
