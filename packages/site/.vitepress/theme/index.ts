import orderbook from '@tandem/contracts/openapi/orderbook.json'
import relayer from '@tandem/contracts/openapi/relayer.json'
import DefaultTheme from 'vitepress/theme'
import { OASpec, theme } from 'vitepress-openapi/client'
import { defineComponent, h } from 'vue'
import 'vitepress-openapi/dist/style.css'

const documents: Record<string, object> = { orderbook, relayer }

/**
 * Lists every operation of a service: `<ApiReference name="orderbook" />`. The page around it has the title and the introduction,
 * so that a reader meets an operation first, and not the licence.
 */
const ApiReference = defineComponent({
  props: { name: { type: String, required: true } },
  setup:
    ({ name }) =>
    () =>
      h(OASpec, { spec: documents[name], hideInfo: true, hideServers: true, hideBranding: true }),
})

export default {
  extends: DefaultTheme,
  async enhanceApp({ app }: { app: import('vue').App }) {
    await theme.enhanceApp({ app })
    app.component('ApiReference', ApiReference)
  },
}
