import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The app is static: which services it speaks to is read from `/config.json` when a page opens, not here. */
export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['tandem:source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
